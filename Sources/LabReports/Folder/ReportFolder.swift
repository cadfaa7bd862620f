/// The files that reporters add to a run folder, beside `record.jsonl` and `environment.json`.
public enum ReportFolder {
  /// A file by name and content.
  public struct File: Hashable, Sendable {
    public let name: String
    public let bytes: [UInt8]
  }

  /// Every report of a run, in the order of their names' usefulness: figures first.
  ///
  /// - Throws: `EncodingError` when a figure is not finite; nothing else can fail.
  public static func files(for analysis: RunAnalysis) throws -> [File] {
    [
      File(name: "report.json", bytes: try ReportJSON.bytes(analysis.report)),
      File(name: "cells.csv", bytes: CellsCSV.bytes(analysis.report)),
      File(name: "turns.csv", bytes: TurnsCSV.bytes(analysis)),
      File(name: "summary.md", bytes: SummaryMarkdown.bytes(analysis.report)),
      File(name: "report.html", bytes: HTMLReport.bytes(analysis)),
    ]
  }
}
