import LabAnalysis
public import LabGates
import LabRecord
import LabStatistics
import LabTimeline

/// `junit.xml`: every gate on every cell is a test case, so that any CI shows it.
///
/// A regression is a `failure`, an ERROR an `error`. JUnit knows no fourth state: what is inconclusive,
/// waived or only a warning is `skipped`, with the reason as its message.
public enum JUnitReport {
  /// The file.
  public static func bytes(_ report: GateReport) -> [UInt8] { Array(text(report).utf8) }

  private static func text(_ report: GateReport) -> String {
    let axes = CellAxes(report.results.compactMap(\.cell))
    let results = report.results
    let counts = [
      ("tests", results.count), ("failures", results.count { tag($0) == .failure }),
      ("errors", results.count { tag($0) == .error }), ("skipped", results.count { tag($0) == .skipped }),
    ]
    let numbers = counts.map { " \($0.0)=\"\($0.1)\"" }.joined()
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites name=\"\(escaped(report.name))\"\(numbers)>",
      "  <testsuite name=\"\(escaped(report.name))\"\(numbers)>", "    <properties>",
    ]
    for (name, value) in [
      ("run", report.run.id), ("mode", report.run.mode.rawValue), ("plan", report.run.plan),
      ("seed", "\(report.run.seed)"),
    ] {
      lines.append("      <property name=\"\(name)\" value=\"\(escaped(value))\"/>")
    }
    lines.append("    </properties>")
    for result in results { lines += testCase(result, cell: result.cell.map { axes.label($0) } ?? "no cell") }
    lines += ["  </testsuite>", "</testsuites>"]
    return lines.joined(separator: "\n") + "\n"
  }

  private enum Tag: String {
    case failure, error, skipped
  }

  private static func tag(_ result: GateResult) -> Tag? {
    switch result.effect {
    case .pass: nil
    case .regression: .failure
    case .missing, .notComparable: .error
    case .inconclusive, .warning, .waived: .skipped
    }
  }

  private static func testCase(_ result: GateResult, cell: String) -> [String] {
    let name = "<testcase classname=\"\(escaped(result.gate))\" name=\"\(escaped(cell))\""
    var body: [String] = []
    if let tag = tag(result) {
      let message = escaped(message(result))
      let details = result.findings.filter { $0.verdict != .pass }
        .map { [$0.reason, $0.advice].compactMap(\.self).joined(separator: "\n") }.joined(separator: "\n")
      let type = tag == .skipped ? "" : " type=\"\(result.verdict.rawValue)\""
      body.append(
        "      <\(tag.rawValue)\(type) message=\"\(message)\">\(escaped(details))</\(tag.rawValue)>")
    }
    let said = result.parts.map { "\($0.finding.verdict.rawValue) \($0.asked): \($0.finding.reason)" }
    body.append("      <system-out>\(escaped(said.joined(separator: "\n")))</system-out>")
    return ["    \(name)>"] + body + ["    </testcase>"]
  }

  private static func message(_ result: GateResult) -> String {
    let decisive = result.decisive
    let remark = decisive.flatMap { result.remark($0) }.map { " (\($0))" } ?? ""
    return "\(result.verdict.rawValue)\(remark): \(decisive?.reason ?? "")"
  }

  private static func escaped(_ text: String) -> String { HTMLText.escaped(text) }
}
