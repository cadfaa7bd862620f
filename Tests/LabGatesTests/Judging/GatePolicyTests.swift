import LabRecord
import LabStatistics
import LabTimeline
import Testing

@testable import AnalysisSupport
@testable import LabGates

@Suite("What a verdict does")
struct GatePolicyTests {
  private let failing = "budget: [p50 < 1 ms]"
  private let undecided = "relative: {max: 10%}"
  private let small = MadeRun.noisy(slowdown: 1, conversations: 4)

  @Test("follows the gate's severity and what it does with undecided data")
  func severity() throws {
    #expect(try judge(MadeRun(), gate: failing).outcome() == .regression)
    #expect(try judge(MadeRun(), gate: failing, "severity: warn").outcome() == .pass)
    #expect(try judge(small, gate: undecided).outcome() == .inconclusive)
    #expect(try judge(small, gate: undecided, "on_inconclusive: fail").outcome() == .regression)
    #expect(try judge(small, gate: undecided, "on_inconclusive: warn").outcome() == .pass)
  }

  @Test("is an error for missing data unless the gate only warns of it")
  func missing() throws {
    for gate in ["select: {stt: \"nobody/*\"}", "metric: bargein.stop"] {
      #expect(try judge(MadeRun(), gate: gate, "budget: [p50 < 9 s]").outcome() == .noData)
      #expect(try judge(MadeRun(), gate: gate, "budget: [p50 < 9 s]", "on_missing: warn").outcome() == .pass)
    }
    var empty = MadeRun()
    empty.warmup = empty.iterations
    empty.iterations = 0
    let report = try judge(empty, gate: "budget: [n >= 0]")
    #expect(report.outcome() == .noData)
    #expect(
      report.results.first?.obstacle?.reason
        == "The cell has no turn that counts, so there is nothing to judge.")
  }

  @Test("has no data when the instrument was not fit, whatever the gate says of severity")
  func invalid() throws {
    var run = MadeRun()
    run.mode = .live
    let file = try GateText.read("name: n\ngates: [{id: a, budget: [n > 3], severity: warn}]")
    let subject = GateSubject(folder: "run", analysis: try run.analysis(instrument: nil))
    let report = GateEvaluation(file, of: subject).report()
    #expect(report.outcome() == .noData)
    #expect(report.results.first?.obstacle?.obstacle == .invalidRun)
  }

  @Test("has no data when the run was cut off")
  func unfinished() throws {
    var run = MadeRun()
    run.isCutOff = { $0.position == 11 }
    let report = try judge(run, gate: "budget: [n > 3]")
    #expect(report.outcome() == .noData)
    #expect(report.results.first?.obstacle?.reason.hasPrefix("The run “run” is unfinished") == true)
  }

  @Test("of greater weight wins: no data, regression, not comparable, inconclusive")
  func precedence() throws {
    func outcome(_ gates: String...) throws -> GateReport.Outcome {
      let list = gates.enumerated().map { "  - {id: g\($0), \($1)}" }.joined(separator: "\n")
      return try judge(small, "name: n\ngates:\n" + list).outcome()
    }
    let notComparable = "relative: {max: 5%, baseline: run}"
    #expect(try outcome(undecided, failing, notComparable, "budget: [p99 < 9 s]") == .noData)
    #expect(try outcome(undecided, failing, notComparable) == .regression)
    #expect(try outcome(undecided, notComparable) == .notComparable)
    #expect(try outcome(undecided, "budget: [n > 3]") == .inconclusive)
  }

  @Test("is waived where a waiver says so, and stays to be seen")
  func waived() throws {
    let text = """
      name: n
      gates: [{id: a, budget: [p50 < 1 ms]}, {id: b, budget: [p50 < 1 ms]}]
      waivers: [{gate: a, select: {llm: "openai/*"}, owner: jo, reason: "incident 4711", expires: 2026-12-01}]
      """
    let report = try judge(MadeRun(), text)
    #expect(report.results.map(\.effect) == [.waived, .regression])
    #expect(report.results.map(\.verdict) == [.fail, .fail])
    #expect(report.results.first?.waiver?.owner == "jo")
    let other = try judge(MadeRun(), text.replacing("openai/*", with: "groq/*"))
    #expect(other.results.map(\.effect) == [.regression, .regression])
  }

  @Test("is not waived when the data are missing")
  func waiverOfError() throws {
    let text = """
      name: n
      gates: [{id: a, budget: [usd_total < 1]}]
      waivers: [{gate: a, owner: jo, reason: "incident 4711", expires: 2026-12-01}]
      """
    #expect(try judge(MadeRun(), text).outcome() == .noData)
  }
}
