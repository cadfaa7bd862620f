public import LabAnalysis
import LabGates
import LabRecord
import LabReports
public import LabRunner
import LabStudies
import LabTimeline

extension RunFolder {
  /// What the reports of a run folder say.
  public struct Reports: Sendable {
    /// The run: `report.json`, and the turns behind it.
    public var analysis: RunAnalysis
    /// The comparison of the run's arms; nil for a run without a baseline.
    public var comparison: ComparisonReport?
    /// What the soak found; nil for a run that is none.
    public var soak: SoakReport?
  }

  /// Makes every report of the run from its record, which is read once.
  ///
  /// - Throws: `RecordError` when the record is missing or is not a record, and a ``RunError`` when a file
  ///   cannot be written.
  public func report() throws -> Reports {
    let header = try RecordReader(path: record).header
    var soak = try readSoakLines().map { try SoakAnalysis(header: header, lines: $0) }
    let analysis = try analyse { soak?.add($0) }
    let reports = Reports(
      analysis: analysis, comparison: try ArmComparison.report(of: analysis), soak: soak?.finish())
    let sections =
      (reports.comparison?.sections ?? []) + [reports.soak.map(SoakSection.section)].compactMap { $0 }
    for file in try ReportFolder.files(for: analysis, sections: sections) {
      try write(file.bytes, to: file.name)
    }
    if let soak = reports.soak { try write(try JSONDocument.bytes(soak), to: SoakReport.fileName) }
    if let comparison = reports.comparison {
      try write(try ComparisonJSON.bytes(comparison), to: "comparison.json")
    }
    return reports
  }
}
