package import LabAnalysis
package import LabRecord
import LabReports
package import LabRunner
package import LabStudies

extension LoadRun.Result {
  /// Writes the reports of the highest load that was kept, with what the test found.
  package func writeReports(to folder: RunFolder) throws {
    guard let shown else { return }
    let files = try ReportFolder.files(
      for: try shown.analyse(), sections: [LoadSection.section(report)])
    for file in files where ["summary.md", "report.html"].contains(file.name) {
      try folder.write(file.bytes, to: file.name)
    }
  }
}

extension LoadStep {
  /// What came of the load, on one line.
  package func line(_ settings: LoadSettings) -> String {
    let figure = FixedPoint.milliseconds(figure ?? highest)
    let unit = settings.vary == .concurrency ? "at once" : "a minute"
    return
      "\(load) \(unit): \(outcome.rawValue) · \(settings.metric) p\(settings.percentile) \(figure) ms · "
      + "\(counted(turns, "turn")), \(unanswered) not answered"
  }
}
