package import LabGates
import LabRecord
import LabReports
import LabStatistics
import LabTimeline

/// What the gates say, as a table and sentences for the terminal.
package struct GateTable {
  private let report: GateReport

  package init(report: GateReport) {
    self.report = report
  }

  /// The table, the sentences and what to do next.
  package var text: String {
    let run = report.run
    var parts = [
      "\(report.name) · \(run.plan) · \(run.mode.rawValue) · seed \(run.seed) · run \(run.id)", table,
    ]
    let found = report.lines.filter { $0.verdict != .pass }
    if !found.isEmpty { parts.append(found.map(sentence).joined(separator: "\n")) }
    let waivers = unique(report.results.compactMap(\.waiver).map(Self.text))
    if !waivers.isEmpty { parts.append(waivers.joined(separator: "\n")) }
    let advice = unique(found.compactMap(\.finding.advice))
    if !advice.isEmpty { parts.append("Next:\n" + advice.map { "  " + $0 }.joined(separator: "\n")) }
    return (parts + [report.headline]).joined(separator: "\n\n")
  }

  private var table: String {
    let header = ["gate", "cell", "asked", "verdict", "measured", "n"]
    let rows = report.lines.map { line in
      [line.gate, line.cell, line.asked, line.verdictText, line.measured, line.n.map { "\($0)" } ?? "–"]
        .map(Self.clean)
    }
    return aligned([header] + rows, leftColumns: 5).joined(separator: "\n")
  }

  private func sentence(_ line: GateLine) -> String {
    "\(line.verdictText)  \(Self.clean(line.gate)), \(Self.clean(line.cell)): \(Self.clean(line.finding.reason))"
  }

  private static func text(_ waiver: Waiver) -> String {
    clean("Waived until \(waiver.expires) by \(waiver.owner): \(waiver.gate), \(waiver.reason)")
  }

  /// The first of each.
  private func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  /// Names come from files: a control character in one must not reach the terminal.
  private static func clean(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
  }
}
