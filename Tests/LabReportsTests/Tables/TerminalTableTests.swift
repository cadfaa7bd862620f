import LabAnalysis
import LabRecord
import LabTimeline
import Testing

@testable import AnalysisSupport
@testable import LabReports

@Suite("The terminal's table")
struct TerminalTableTests {
  @Test("shows only the axes that vary, and the others once above")
  func axes() throws {
    let lines = try text(SyntheticRun()).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].hasPrefix("nightly · offline · seed 7 · run "))
    #expect(lines[1].hasPrefix("workload tutor · stt deepgram/nova-3 · tts cartesia/sonic-2"))
    #expect(lines[4].hasPrefix("llm "))
    #expect(lines[5].hasPrefix("openai/gpt-4.1 "))
  }

  @Test("aligns its columns")
  func alignment() throws {
    let lines = try text(SyntheticRun()).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(Set(lines[4...6].map(\.count)).count == 1)
  }

  @Test("has no cell columns when there is one cell")
  func oneCell() throws {
    var run = SyntheticRun()
    run.cells = [SyntheticRun.cell()]
    let lines = try text(run).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[4].hasPrefix(" n ") || lines[4].hasPrefix("n "))
  }

  @Test("holds colours only when they are asked for")
  func colours() throws {
    #expect(try !text(SyntheticRun()).contains("\u{1B}"))
    let coloured = try text(SyntheticRun(), style: .coloured)
    #expect(coloured.contains("\u{1B}[32m"))
    let plain = coloured.replacing("\u{1B}[32m", with: "").replacing("\u{1B}[31m", with: "")
      .replacing("\u{1B}[0m", with: "")
    #expect(try plain == text(SyntheticRun()))
  }

  @Test("passes no control character of a name on to the terminal")
  func controlCharacters() throws {
    var run = SyntheticRun()
    run.planName = "red\u{1B}[31m\u{7}"
    run.cells[0].llm = "bell\u{7}\nx"
    #expect(try text(run).unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 32 })
  }

  @Test(
    "judges a median by its own target and the tail by that of p99",
    arguments: [
      (LatencyTarget.Column.p50, 299.0, nil, LatencyTarget.Verdict.kept), (.p50, 300, nil, .missed),
      (.p90, 999, nil, .unknown), (.p90, 1000, nil, .missed), (.p95, 800, 999, .kept),
      (.p95, 800, 1001, .unknown),
    ])
  func verdicts(column: LatencyTarget.Column, value: Double, p99: Double?, verdict: LatencyTarget.Verdict) {
    var summary = MetricSummary(n: 200, missingReasons: [:])
    (summary.p50, summary.p90, summary.p95) = (value, value, value)
    summary.p99 = p99
    #expect(LatencyTarget.all[0].verdict(column, of: summary) == verdict)
  }

  @Test("says what failed, what was missed and what does not count")
  func notes() throws {
    let text = try text(SyntheticRun())
    #expect(text.contains("1 of 36 turns failed (llm: overloaded 1).\n"))
    #expect(text.contains("1 of 36 turns were missed (nothing understood 1).\n"))
    #expect(text.contains("12 more recorded turns do not count (warmup 8, incomplete 4).\n"))
  }

  private func text(_ run: SyntheticRun, style: TerminalTable.Style = .plain) throws -> String {
    TerminalTable.text(try run.analysis().report, style: style)
  }
}
