public import LabAnalysis
import LabRecord

/// The files that reporters add to a run folder, beside `record.jsonl` and `environment.json`.
public enum ReportFolder {
  /// A file by name and content.
  public struct File: Hashable, Sendable {
    public let name: String
    public let bytes: [UInt8]

    public init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// Every report of a run, in the order of their names' usefulness: figures first.
  ///
  /// - Parameter sections: Parts of the Markdown and HTML reports that are made elsewhere.
  /// - Throws: `EncodingError` when a figure is not finite; nothing else can fail.
  public static func files(
    for analysis: RunAnalysis, sections: [ReportSection] = []
  ) throws -> [File] {
    [
      File(name: "report.json", bytes: try JSONDocument.bytes(analysis.report)),
      File(name: "cells.csv", bytes: CellsCSV.bytes(analysis.report)),
      File(name: "turns.csv", bytes: TurnsCSV.bytes(analysis)),
      File(name: "summary.md", bytes: SummaryMarkdown.bytes(analysis, sections: sections)),
      File(name: "report.html", bytes: HTMLReport.bytes(analysis, sections: sections)),
    ]
  }
}
