import LabAnalysis
import LabRecord
import LabStatistics
import LabTimeline
import Testing

@testable import AnalysisSupport
@testable import LabGates

@Suite("A budget")
struct BudgetTests {
  /// Forty-eight turns, of which every turn has a voice to voice between one and two seconds.
  private let run = MadeRun()

  /// The only budget's judgement.
  private func judgement(_ run: MadeRun, _ lines: String..., memory: Double? = nil) throws -> BudgetJudgement
  {
    let text =
      (["name: nightly", "gates:", "  - id: v2v"] + lines.map { "    " + $0 }).joined(separator: "\n")
    let report = try judge(run, text, memoryGrowthMegabytes: memory)
    return try #require(report.results.first?.budgets.first)
  }

  @Test(
    "passes below its limit and fails above it, with the figures of the report", arguments: [false, true])
  func percentile(passes: Bool) throws {
    let summary = try #require(
      try run.analysis().report.cells.first?.summary(of: MetricCatalogue.voiceToVoice))
    let p90 = try #require(summary.p90)
    let limit = passes ? Int(p90) + 1 : Int(p90) - 1
    let judgement = try judgement(run, "budget: [\"p90 < \(limit) ms\"]")
    #expect(judgement.finding.verdict == (passes ? .pass : .fail))
    #expect(judgement.value == p90)
    #expect(judgement.interval.map { [$0.lower, $0.upper] } == summary.interval95.p90)
    #expect(judgement.n == 48)
    #expect(
      judgement.finding.reason.hasSuffix(
        passes ? "within the budget of < \(limit) ms." : "which breaks the budget of < \(limit) ms."))
  }

  @Test("of a percentile that the turns cannot support is an error that names the turns it needs")
  func cannotSee() throws {
    let judgement = try judgement(run, "budget: [p99 < 9 s]")
    #expect(judgement.finding.verdict == .error)
    #expect(judgement.finding.obstacle == .cannotSee)
    #expect(
      judgement.finding.reason
        == "turn.v2v.p99 needs 100 turns and there are 48: this budget cannot see what it asks for.")
    #expect(judgement.neededTurns == 100)
    #expect(judgement.value == nil)
  }

  @Test("asked for with confidence is decided by its whole interval")
  func confidence() throws {
    let interval = try #require(try judgement(run, "budget: [p50 < 9 s]").interval)
    func verdict(_ limit: Double) throws -> Verdict {
      try judgement(run, "budget: [p50 < \(Int(limit))]", "budget_confidence: 95%").finding.verdict
    }
    #expect(try verdict(interval.lower - 2) == .fail)
    #expect(try verdict((interval.lower + interval.upper) / 2) == .inconclusive)
    #expect(try verdict(interval.upper + 2) == .pass)
  }

  @Test(
    "say in as many digits as it takes on which side of its limit a value lies",
    arguments: [
      (549.999_6, "549.9996 ms"), (550.2, "550.2 ms"), (550, "550 ms"), (548, "548 ms"), (9.96, "10 ms"),
    ])
  func digits(value: Double, text: String) {
    #expect(Figure.text(value, .milliseconds, beside: 550) == text)
  }

  @Test("say of shares, money and intervals too on which side of a limit they lie")
  func otherDigits() {
    #expect(Figure.text(0.010_000_4, .share, beside: 0.01) == "1.00004 %")
    #expect(Figure.text(0.01, .share, beside: 0.01) == "1 %")
    #expect(Figure.text(0.123_449, .dollars, beside: 0.1234) == "0.12345 USD")
    let interval = ConfidenceInterval(lower: 540.4, upper: 549.99, level: 0.95)
    #expect(Figure.range(interval, beside: 550) == "540 to 549.99 ms")
    #expect(Figure.range(interval) == "540 to 550 ms")
  }

  @Test("asked for with confidence is not decided without an interval")
  func noInterval() throws {
    var run = run
    run.iterations = 1
    run.turns = 3
    let judgement = try judgement(run, "budget: [p90 < 9 s]", "budget_confidence: 95%")
    #expect(judgement.finding.verdict == .inconclusive)
    #expect(judgement.neededTurns == 36)
    #expect(judgement.finding.reason.contains("needs 36 turns of at least 5 conversations"))
  }

  @Test("counts failed and missed turns as errors")
  func errorRate() throws {
    var run = run
    run.change = { turn in
      guard turn.number == 3 else { return }
      if turn.conversation.iteration == 0 { turn.outcome = .failed(stage: .llm, reason: "overloaded") }
      if turn.conversation.iteration == 1 { turn.outcome = .missed(reason: "nothing heard") }
    }
    let judgement = try judgement(run, "budget: [error_rate <= 0.1]")
    #expect(judgement.value == 8.0 / 48)
    #expect(
      judgement.finding.reason
        == "error_rate is 16.667 % (8 of 48 turns failed or were missed), which breaks the budget of <= 10 %."
    )
  }

  static let countCases: [(budget: String, value: Double, verdict: Verdict)] = [
    ("underruns <= 47", 48, .fail), ("underrun_rate <= 1.5", 1, .pass), ("words > 200", 240, .pass),
    ("word_error_rate < 8 %", 0.2, .fail), ("interruption_success >= 50%", 0.5, .pass),
    ("n >= 49", 48, .fail),
    ("false_yield_rate <= 0.1", 0, .pass),
  ]

  @Test("limits every count, and rates of them", arguments: countCases)
  func counts(budget: String, value: Double, verdict: Verdict) throws {
    let subject = try run.subject { turn in
      turn.counts.underruns = 1
      turn.counts.wordErrors = 1
      turn.counts.interruptions = 2
      turn.counts.interruptionsSucceeded = 1
    }
    let file = try GateText.read("name: n\ngates: [{id: a, budget: [\"\(budget)\"]}]")
    let judgement = try #require(GateEvaluation(file, of: subject).report().results.first?.budgets.first)
    #expect(judgement.value == value)
    #expect(judgement.finding.verdict == verdict)
  }

  @Test("judges first or later turns alone")
  func turns() throws {
    #expect(try judgement(run, "budget: [n > 1]", "turns: first").value == 12)
    #expect(try judgement(run, "budget: [words > 1]", "turns: later").value == 180)
  }

  @Test("of memory is held against what the instrument read")
  func memory() throws {
    #expect(try judgement(run, "budget: [memory_growth_mb < 50]", memory: 49).finding.verdict == .pass)
    #expect(try judgement(run, "budget: [memory_growth_mb < 50]", memory: 51).finding.verdict == .fail)
    #expect(try judgement(run, "budget: [memory_growth_mb < 50]").finding.obstacle == .missing)
  }

  static let missingCases: [(budget: String, words: String)] = [
    ("usd_per_hour < 3", "there is no price for deepgram/aura-2, deepgram/nova-3, openai/gpt-4o-mini"),
    ("bargein.stop.p50 < 300", "None of the turns has a bargein.stop (no interruptionStarted in 48)"),
    ("interruption_success > 90%", "There were no interruptions"),
  ]

  @Test("of what was not measured is an error, never a pass", arguments: missingCases)
  func missing(budget: String, words: String) throws {
    let finding = try judgement(run, "budget: [\"\(budget)\"]").finding
    #expect(finding.verdict == .error)
    #expect(finding.obstacle == .missing)
    #expect(finding.reason.contains(words))
  }
}
