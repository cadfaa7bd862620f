public import LabGates
import LabRecord
import LabStatistics
import LabTimeline

/// `gate.md`: the verdict for a pull request, in one line, a table and what to do next.
public enum GateMarkdown {
  /// The file.
  public static func bytes(_ report: GateReport) -> [UInt8] { Array(text(report).utf8) }

  private static func text(_ report: GateReport) -> String {
    var parts = [
      "**\(MarkdownTable.escaped(report.name)): \(report.headline)**", heading(report.run),
      table(report.lines),
    ]
    let found = report.lines.filter { $0.verdict != .pass }
    if !found.isEmpty { parts.append("### Why\n\n" + found.map(sentence).joined()) }
    let waivers = report.results.compactMap(\.waiver)
    if !waivers.isEmpty { parts.append("### Waived\n\n" + Self.waivers(waivers)) }
    let advice = Self.advice(found)
    if !advice.isEmpty { parts.append("### What to do next\n\n" + advice) }
    return parts.map { $0.hasSuffix("\n") ? $0 : $0 + "\n" }.joined(separator: "\n")
  }

  private static func heading(_ run: GateReport.JudgedRun) -> String {
    "\(MarkdownTable.escaped(run.plan)) · \(run.mode.rawValue) · seed \(run.seed) · run \(run.id)"
  }

  private static func table(_ lines: [GateLine]) -> String {
    MarkdownTable.text(
      header: ["gate", "cell", "asked", "verdict", "measured", "n"], leftColumns: 4,
      rows: lines.map { line in
        [line.gate, line.cell, line.asked, line.verdictText, line.measured, line.n.map { "\($0)" } ?? "–"]
          .map(MarkdownTable.escaped)
      })
  }

  private static func sentence(_ line: GateLine) -> String {
    "- **\(line.verdictText)** \(MarkdownTable.escaped(line.gate)), \(MarkdownTable.escaped(line.cell)): "
      + "\(MarkdownTable.escaped(line.finding.reason))\n"
  }

  private static func waivers(_ waivers: [Waiver]) -> String {
    var seen: Set<Waiver> = []
    return waivers.filter { seen.insert($0).inserted }.map { waiver in
      "- \(MarkdownTable.escaped(waiver.gate)): \(MarkdownTable.escaped(waiver.reason)) "
        + "(\(MarkdownTable.escaped(waiver.owner)), until \(waiver.expires))\n"
    }.joined()
  }

  private static func advice(_ lines: [GateLine]) -> String {
    var seen: Set<String> = []
    return lines.compactMap(\.finding.advice).filter { seen.insert($0).inserted }.map { advice in
      advice.hasPrefix("turnlab ")
        ? "```sh\n\(advice)\n```\n" : "- \(MarkdownTable.escaped(advice))\n"
    }.joined()
  }
}
