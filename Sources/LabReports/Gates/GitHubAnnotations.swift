import LabAnalysis
public import LabGates
import LabRecord
import LabStatistics
import LabTimeline

/// The commands by which a job tells GitHub what to show beside a pull request.
///
/// The format is GitHub's “Workflow commands for GitHub Actions”: `::error title=…::message`.
public enum GitHubAnnotations {
  /// A line for each finding that is not a PASS, and one for the whole when all pass.
  public static func lines(_ report: GateReport) -> [String] {
    let found = report.results.flatMap { result in
      result.findings.filter { $0.verdict != .pass }.map { (result, $0) }
    }
    guard !found.isEmpty else { return [line("notice", title: report.name, report.headline)] }
    return found.map { result, finding in
      let cell = result.cell.map { ", \($0.name)" } ?? ""
      let remark = result.remark(finding).map { " (\($0))" } ?? ""
      return line(
        level(finding), title: "\(finding.verdict.rawValue)\(remark): \(result.gate)\(cell)",
        [finding.reason, finding.advice].compactMap(\.self).joined(separator: "\n"))
    }
  }

  private static func level(_ finding: Finding) -> String {
    switch finding.effect {
    case .pass, .waived: "notice"
    case .warning, .inconclusive: "warning"
    case .regression, .missing, .notComparable: "error"
    }
  }

  private static func line(_ level: String, title: String, _ message: String) -> String {
    let property = escaped(title).replacing(":", with: "%3A").replacing(",", with: "%2C")
    return "::\(level) title=\(property)::\(escaped(message))"
  }

  /// What a command's message must not hold as it is.
  private static func escaped(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }
}
