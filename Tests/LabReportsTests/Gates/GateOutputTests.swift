import Foundation
import LabAnalysis
import LabRecord
import LabReports
import LabTimeline
import TestSupport
import Testing

@testable import AnalysisSupport
@testable import LabGates

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("What gates write")
struct GateOutputTests {
  /// One of every verdict, and a waiver.
  private static let text = """
    name: nightly <&>
    gates:
      - {id: budget, budget: [p50 < 9 s, p90 < 1 ms]}
      - {id: refused, budget: [p99 < 9 s]}
      - {id: shift, relative: {max: 10%}}
      - {id: waived, budget: [p50 < 1 ms]}
      - {id: fine, budget: [n > 3]}
      - {id: none, select: {stt: x}, on_missing: warn, budget: [n > 3]}
    waivers:
      - {gate: waived, owner: jo, reason: "incident | 4711", expires: 2026-12-01}
    """

  private func report() throws -> GateReport {
    try judge(.noisy(slowdown: 1, conversations: 6), Self.text)
  }

  @Test("fits the published schema, whatever was found")
  func schema() throws {
    let check = try SchemaCheck.published("gate-1")
    var exact = MadeRun.withArms
    exact.change = { if $0.cell.arm == .candidate { $0.firstToken += 1_000_000 } }
    let screened = "name: n\ngates: [{id: a, relative: {max: 10%}}]\nscreening: {}"
    let reports = [
      try report(), try judge(exact, gate: "relative: {max: 0%, stat: exact}"),
      try judge(MadeRun(), gate: "relative: {max: 5%}"), try judge(.noisy(slowdown: 1.1), screened),
      try judge(.noisy(slowdown: 1), gate: "relative: {max: 20%, stat: stalls}"),
    ]
    for report in reports { #expect(try check.problems(JSONValue(GateJSON.bytes(report))) == []) }
  }

  @Test("are the same bytes for the same run")
  func bytes() throws {
    #expect(try GateJSON.bytes(report()) == GateJSON.bytes(report()))
  }

  @Test("say of a waived failure until when")
  func waived() throws {
    let waived = try report().lines.filter { $0.gate == "waived" }
    #expect(waived.map(\.verdictText) == ["FAIL (waived until 2026-12-01)"])
  }

  @Test("remember the looks, for the same run only")
  func looks() throws {
    let report = try report()
    let bytes = try GateJSON.bytes(report)
    let run = try MadeRun.noisy(slowdown: 1, conversations: 6).analysis().report.run
    let cell = try #require(report.results.first { $0.gate == "shift" }?.cell)
    #expect(try GateJSON.looks(in: bytes, path: "gate.json", of: run).looks(of: "shift", cell) == [24])
    var other = run
    other.id = "other"
    #expect(try GateJSON.looks(in: bytes, path: "gate.json", of: other) == EarlierLooks())
    #expect(throws: RecordError.self) { try GateJSON.looks(in: [1], path: "gate.json", of: run) }
  }

  @Test("are test cases for JUnit: failures, errors, and what is skipped")
  func junit() throws {
    let text = String(decoding: JUnitReport.bytes(try report()), as: UTF8.self)
    #expect(
      text.contains(
        "<testsuite name=\"nightly &lt;&amp;&gt;\" tests=\"6\" failures=\"1\" errors=\"1\" skipped=\"3\">"))
    #expect(text.contains("<failure type=\"FAIL\" message=\"FAIL: turn.v2v.p90 is "))
    #expect(
      text.contains("<error type=\"ERROR\" message=\"ERROR: turn.v2v.p99 needs 100 turns and there are 24"))
    #expect(text.contains("<skipped message=\"INCONCLUSIVE: turn.v2v changed by "))
    #expect(text.contains("<skipped message=\"FAIL (waived until 2026-12-01): turn.v2v.p50 is "))
    #expect(
      text.contains("<skipped message=\"ERROR (warning only): The run has no cell that matches stt=x.\">"))
    #expect(text.contains("PASS p50 &lt; 9 s: turn.v2v.p50 is "))
    let parser = XMLParser(data: Data(text.utf8))
    #expect(parser.parse())
  }

  @Test("tell a pull request the verdict, why, and what to do next")
  func markdown() throws {
    let text = String(decoding: GateMarkdown.bytes(try report()), as: UTF8.self)
    #expect(
      text.hasPrefix(
        "**nightly &lt;&amp;&gt;: ERROR: 1 without anything to judge by, 1 failed, 1 inconclusive, 1 with a warning, "
          + "1 waived, 1 passed**\n"))
    #expect(text.contains("| gate | cell | asked | verdict | measured | n |"))
    #expect(text.contains("- waived: incident \\| 4711 (jo, until 2026-12-01)"))
    #expect(
      text.contains("```sh\nturnlab run run/plan.yaml --mode live --seed 7 --repeats 2 --resume run\n```"))
    #expect(!text.contains("\n\n\n"))
  }

  @Test("are annotations for GitHub: errors, warnings and notices, escaped")
  func annotations() throws {
    let lines = GitHubAnnotations.lines(try report())
    #expect(
      lines.map { $0.prefix { $0 != " " } } == ["::error", "::error", "::warning", "::notice", "::warning"])
    #expect(lines.first?.hasPrefix("::error title=FAIL%3A budget%2C tutor · ") == true)
    #expect(lines[2].contains("95 %25 interval"))
    #expect(lines[2].contains("%0Aturnlab run run/plan.yaml"))
    #expect(!lines.contains { $0.contains("\n") })
    #expect(
      GitHubAnnotations.lines(try judge(MadeRun(), gate: "budget: [n > 3]")) == [
        "::notice title=nightly::PASS: 1 passed"
      ])
  }
}
