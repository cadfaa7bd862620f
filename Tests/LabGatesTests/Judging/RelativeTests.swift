import LabRecord
import LabStatistics
import LabTimeline
import Testing

@testable import AnalysisSupport
@testable import LabGates

@Suite("A comparison with a baseline")
struct RelativeTests {
  private func outcome(_ report: GateReport) throws -> RelativeOutcome {
    try #require(report.results.first?.relative)
  }

  /// Both arms in virtual time, the candidate's model slower by a factor.
  private func planted(_ factor: Double) -> MadeRun {
    var run = MadeRun.withArms
    run.change = { turn in
      if turn.cell.arm == .candidate { turn.firstToken = Int64((Double(turn.firstToken) * factor).rounded()) }
    }
    return run
  }

  @Test("in virtual time finds one per cent of one stage, and names the stage and its owner")
  func exactFail() throws {
    let outcome = try outcome(judge(planted(1.01), gate: "relative: {max: 0%, stat: exact}"))
    #expect(outcome.finding.verdict == .fail)
    #expect(outcome.changes.map(\.name) == ["llm.first_token"])
    #expect(outcome.changes.first?.owner == .llm)
    #expect(outcome.finding.reason.contains("(48 of 48 pairs slower, 0 faster)"))
    #expect(outcome.finding.reason.contains("Most of it comes from llm.first_token (llm): +"))
  }

  @Test("in virtual time passes when nothing moved")
  func exactPass() throws {
    let outcome = try outcome(judge(planted(1), gate: "relative: {max: 0%, stat: exact}"))
    #expect(outcome.finding.verdict == .pass)
    #expect(
      outcome.finding.reason
        == "turn.v2v is the same in all 48 pairs, no more than the 0 % that are allowed.")
  }

  @Test("is exact by default where both arms met the same draws, and of the shift elsewhere")
  func statistic() throws {
    #expect(try outcome(judge(planted(1.01), gate: "relative: {max: 5%}")).statistic == .exact)
    #expect(try outcome(judge(.noisy(slowdown: 1), gate: "relative: {max: 5%}")).statistic == .shift)
  }

  static let verdicts: [(slowdown: Double, conversations: Int, gate: String, verdict: Verdict)] = [
    (1, 20, "{max: 10%}", .pass), (1.1, 20, "{max: 10%, n_max: 80}", .fail),
    (1, 4, "{max: 10%}", .inconclusive), (1, 20, "{max: 0.1%}", .error),
    (1, 20, "{max: 25%, stat: p90, n_max: 80}", .pass), (1.4, 20, "{max: 25%, stat: p90, n_max: 80}", .fail),
    (1, 20, "{max: 5%, stat: p95, n_max: 200}", .error),
    (1, 20, "{max: 30%, stat: stalls, n_max: 80}", .pass),
    (2, 20, "{max: 10%, stat: stalls, n_max: 80}", .fail),
  ]

  @Test("comes to every verdict", arguments: verdicts)
  func verdict(slowdown: Double, conversations: Int, gate: String, verdict: Verdict) throws {
    let run = MadeRun.noisy(slowdown: slowdown, conversations: conversations)
    let finding = try outcome(judge(run, gate: "relative: \(gate)")).finding
    #expect(finding.verdict == verdict, "\(finding.reason)")
  }

  @Test("that cannot see what it asks for says what it would see, and how many pairs it takes")
  func cannotSee() throws {
    let outcome = try outcome(judge(.noisy(slowdown: 1), gate: "relative: {max: 0.1%}"))
    let needed = try #require(outcome.judgement?.pairsNeeded)
    #expect(outcome.finding.obstacle == .cannotSee)
    #expect(
      outcome.finding.reason.hasPrefix("This gate cannot see what it asks for: at the spread of these turns"))
    #expect(outcome.finding.reason.hasSuffix("+0.1 % needs \(needed) pairs and n_max is 200."))
    #expect(outcome.finding.advice == "Set n_max to \(needed), or a greater “max”.")
  }

  @Test("that is undecided prints the command that measures more, and remembers the look")
  func extends() throws {
    let outcome = try outcome(
      judge(.noisy(slowdown: 1, conversations: 6), gate: "relative: {max: 10%}"))
    #expect(outcome.finding.verdict == .inconclusive)
    #expect(
      outcome.finding.advice == "turnlab run run/plan.yaml --mode live --seed 7 --repeats 2 --resume run")
    #expect(outcome.looks == [24])
  }

  @Test("takes the same data for the same look, and less alpha for a further one")
  func looks() throws {
    let run = MadeRun.noisy(slowdown: 1, conversations: 12)
    let gate = "relative: {max: 10%}"
    let first = try outcome(judge(run, gate: gate))
    let cell = try #require(run.cells.last)
    let again = try outcome(
      judge(run, gate: gate, looks: EarlierLooks([(gate: "v2v", cell: cell, looks: first.looks)])))
    #expect(again == first)
    let later = try outcome(
      judge(run, gate: gate, looks: EarlierLooks([(gate: "v2v", cell: cell, looks: [40])])))
    #expect(later.looks == [40, 48])
    #expect(try #require(later.judgement?.level) < TestDesign.defaultAlpha)
    let single = try outcome(judge(run, gate: gate, "on_inconclusive: warn"))
    #expect(single.looks == [])
    #expect(single.judgement?.level == TestDesign.defaultAlpha)
  }

  @Test("with nothing to compare with is an error of its own kind")
  func notComparable() throws {
    let withoutArm = try outcome(judge(MadeRun(), gate: "relative: {max: 5%}"))
    #expect(withoutArm.finding.obstacle == .notComparable)
    let withoutRun = try outcome(judge(MadeRun(), gate: "relative: {max: 5%, baseline: run}"))
    #expect(withoutRun.finding.reason == "The gate compares with another run, and none was named.")
    #expect(withoutRun.finding.advice == "Name its folder with --baseline DIR.")
    let report = try judge(MadeRun(), gate: "relative: {max: 5%, baseline: \"history:main\"}")
    #expect(report.outcome() == .notComparable)
  }

  @Test("with another run in virtual time is exact")
  func otherRun() throws {
    var slower = MadeRun()
    slower.name = "tonight"
    slower.change = { $0.firstByte += 5_000_000 }
    let baselines = [RelativeGate.Baseline.run: GateBaseline(runs: [try MadeRun().subject()])]
    let outcome = try outcome(
      judge(slower, gate: "relative: {max: 0%, stat: exact, baseline: run}", baselines: baselines))
    #expect(outcome.finding.verdict == .fail)
    #expect(
      outcome.finding.reason.contains("all by +5 ms") || outcome.finding.reason.contains("all by +5.0 ms"))
    #expect(outcome.changes.map(\.name) == ["tts.first_byte"])
  }

  /// A live run of one cell, its turns noisy, in an hour that is slower by a factor.
  private func hour(_ name: String, _ factor: Double) -> MadeRun {
    var run = MadeRun()
    run.name = name
    run.mode = .live
    run.conversations = (0..<20).map { "lesson-\($0)" }
    run.change = { turn in
      turn.firstToken = Int64(Double(turn.firstToken) * factor * turn.noise(0.05, of: name))
    }
    return run
  }

  @Test("with another run in real time proves nothing until it is known how much equal runs differ")
  func separateRuns() throws {
    func finding(_ factor: Double, baselines: Int) throws -> Finding {
      let factors = [1, 1.01, 0.99, 1.005]
      let runs = try (0..<baselines).map { try hour("night-\($0)", factors[$0]).subject() }
      return try outcome(
        judge(
          hour("tonight", factor), gate: "relative: {max: 20%, baseline: run}",
          baselines: [.run: GateBaseline(runs: runs)])
      ).finding
    }
    let unknown = try finding(1.5, baselines: 1)
    #expect(unknown.verdict == .inconclusive)
    #expect(unknown.reason.contains("how much two equal runs differ is not known"))
    #expect(try finding(1.5, baselines: 4).verdict == .fail)
    #expect(try finding(1, baselines: 4).verdict == .pass)
  }

  @Test("tells of an improvement only when asked for it")
  func improvement() throws {
    let report = try judge(.noisy(slowdown: 0.8), gate: "relative: {max: 10%}")
    #expect(report.outcome() == .pass)
    #expect(report.outcome(flagsImprovements: true) == .improvement)
    #expect(
      try judge(.noisy(slowdown: 1), gate: "relative: {max: 10%}").outcome(flagsImprovements: true) == .pass)
  }
}
