import LabRecord
import LabTimeline
import Testing

@testable import AnalysisSupport
@testable import LabGates

@Suite("A gate file")
struct GateFileReaderTests {
  @Test("is read with every key")
  func everyKey() throws {
    let file = try GateText.read(
      """
      name: nightly
      gates:
        - id: v2v
          select: {workload: tutor, stt: "deepgram/*"}
          metric: turn.v2v_ms
          budget: ["p50 < 900 ms", "llm.ttft.p90 <= 0.4 s", "error_rate <= 1%", "usd_per_hour < 3 USD", "memory_growth_mb < 50"]
          budget_confidence: 95%
          relative: {baseline: run, stat: p90, max: 10%, floor: 3%, alpha: 0.01, power: 0.9, n_min: 50, n_max: 400}
          turns: all
          on_inconclusive: fail
          on_missing: warn
          severity: warn
      screening: {flag: 0.04, night: 0.02}
      waivers:
        - {gate: v2v, select: {stt: "deepgram/*"}, owner: jo, reason: "incident 4711", expires: 2026-12-01}
      """)
    let stt = CellPattern.Rule(axis: "stt", pattern: "deepgram/*")
    let ttft = try #require(MetricCatalogue.metric("llm.ttft"))
    let v2v = MetricCatalogue.voiceToVoice
    let gate = Gate(
      id: "v2v", selection: CellPattern([CellPattern.Rule(axis: "workload", pattern: "tutor"), stt]),
      metric: v2v,
      budgets: [
        Budget(text: "p50 < 900 ms", quantity: .latency(v2v, .p50), comparison: .below, limit: 900),
        Budget(
          text: "llm.ttft.p90 <= 0.4 s", quantity: .latency(ttft, .p90), comparison: .atMost, limit: 400),
        Budget(text: "error_rate <= 1%", quantity: .errorRate, comparison: .atMost, limit: 0.01),
        Budget(text: "usd_per_hour < 3 USD", quantity: .usdPerHour, comparison: .below, limit: 3),
        Budget(text: "memory_growth_mb < 50", quantity: .memoryGrowth, comparison: .below, limit: 50),
      ],
      needsBudgetConfidence: true,
      relative: RelativeGate(
        baseline: .run, statistic: .p90, limit: 0.1, floor: 0.03, alpha: 0.01, power: 0.9, minimumPairs: 50,
        maximumPairs: 400),
      onInconclusive: .fail, onMissing: .warn, severity: .warn)
    let expires = try #require(CalendarDate("2026-12-01"))
    #expect(
      file
        == GateFile(
          name: "nightly", gates: [gate], screening: GateFile.Screening(flag: 0.04, night: 0.02),
          waivers: [
            Waiver(
              gate: "v2v", selection: CellPattern([stt]), owner: "jo", reason: "incident 4711",
              expires: expires)
          ]))
  }

  @Test("has a default for everything that is left out")
  func defaults() throws {
    let gate = try GateText.gate("relative: {max: 5%}")
    #expect(gate == Gate(id: "v2v", relative: RelativeGate(baseline: .arm, limit: 0.05)))
    #expect(gate.relative.map { abs($0.effectiveFloor - 0.02) < 1e-9 } == true)
    #expect(gate.metric.id == "turn.v2v")
    #expect(gate.onInconclusive == .extend)
  }

  @Test("judges candidates unless the arm is named")
  func arms() throws {
    var cell = MadeRun.cell()
    cell.arm = .baseline
    #expect(try !GateText.gate("budget: [n > 3]").selects(cell))
    #expect(try GateText.gate("budget: [n > 3]", "select: {arm: baseline}").selects(cell))
    #expect(try GateText.gate("budget: [n > 3]", "select: {stt: \"deepgram/*\"}").selects(MadeRun.cell()))
    #expect(try !GateText.gate("budget: [n > 3]", "select: {stt: x}").selects(MadeRun.cell()))
  }

  static let budgets: [(text: String, quantity: String, limit: Double)] = [
    ("p90 < 1500", "turn.v2v.p90", 1500), ("p90 < 1.5 s", "turn.v2v.p90", 1500),
    ("p90<1500ms", "turn.v2v.p90", 1500), ("turn.endpointing.p50 > -100 ms", "turn.endpointing.p50", -100),
    ("tts.ttfa_ms.mean <= 200", "tts.ttfa.mean", 200), ("n >= 30", "turn.v2v.n", 30),
    ("error_rate <= 0.01", "error_rate", 0.01), ("underruns <= 3", "underruns", 3),
    ("word_error_rate < 8 %", "word_error_rate", 0.08),
    ("false_cutoff_rate <= 0.02", "false_cutoff_rate", 0.02),
    ("interruption_success > 90%", "interruption_success", 0.9), ("usd_total < 12 $", "usd_total", 12),
    ("memory_growth_mb < 50 MB", "memory_growth_mb", 50),
  ]

  @Test("takes a number without a unit in the unit of what is limited", arguments: budgets)
  func budget(text: String, quantity: String, limit: Double) throws {
    let budget = try #require(try GateText.gate("budget: [\"\(text)\"]").budgets.first)
    #expect(budget.quantity.name == quantity)
    #expect(abs(budget.limit - limit) < 1e-9)
    #expect(budget.text == text)
  }

  static let wrongBudgets: [(text: String, problem: String)] = [
    ("p90 1500", "“p90 1500” is no limit; write it like “p90 < 1500 ms”, with <, <=, > or >="),
    ("p91 < 3", "“p91” is nothing that a budget can limit; did you mean “p90”?"),
    ("llm.tfft.p90 < 3", "“llm.tfft” is no metric; did you mean “llm.ttft”?"),
    (
      "llm.ttft.p91 < 3",
      "“p91” is no statistic; known are p50, p90, p95, p99, max, mean, n; did you mean “p90”?"
    ),
    (
      "llm.ttft < 3",
      "“llm.ttft” needs a statistic behind it, such as “llm.ttft.p90”; known are p50, p90, p95, p99, max, mean, n"
    ),
    ("eror_rate < 0.1", "“eror_rate” is nothing that a budget can limit; did you mean “error_rate”?"),
    ("p90 < 900 kg", "“turn.v2v.p90” is not counted in “kg”; write ms or s"),
    ("p90 < 9%", "“turn.v2v.p90” is not counted in “%”; write ms or s"),
    ("n > 9 ms", "“turn.v2v.n” is not counted in “ms”; write the number alone"),
    ("p90 < fast", "“fast” is no number with a unit"),
    ("error_rate <= 5", "“5” can be no limit of “error_rate”: it lies between 0 and 1 (0 % and 100 %)"),
    ("underruns < -1", "“-1” can be no limit of “underruns”: it is never negative"),
  ]

  @Test("names what is wrong with a budget", arguments: wrongBudgets)
  func wrongBudget(text: String, problem: String) throws {
    #expect(try GateText.problems("budget: [\"\(text)\"]") == ["g.yaml:4:14: \(problem)"])
  }

  static let wrongGates: [(lines: [String], problem: String)] = [
    (
      ["budget: [n > 3]", "budgets: [n > 4]"],
      "5:5: “budgets” is not a key of item 1 of “gates”; did you mean “budget”?"
    ),
    (["budget: [n > 3]", "metric: turn.v2"], "5:13: “turn.v2” is no metric; did you mean “turn.v2v”?"),
    (
      ["budget: [n > 3]", "select: {sst: x}"],
      "5:14: “sst” is not a key of “select”; did you mean “stt”?"
    ),
    (
      ["budget: [p90 < 3, p90 <= 4]"],
      "4:23: “p90 <= 4” limits what line 4 limits already; keep one of them"
    ),
    (["budget: []", "relative: {max: 5%}"], "4:13: “budget” is empty; leave it out or write a limit"),
    (
      ["relative: {max: 5}"],
      "4:21: “max” is “5”; write it in per cent with the sign, such as 5%"
    ),
    (
      ["relative: {max: 5%, floor: 0.02}"],
      "4:32: “floor” is “0.02”; write it in per cent with the sign, such as 5%"
    ),
    (
      ["relative: {max: 5%, floor: 3%}"],
      "4:32: “floor” is more than half of “max”; a slowdown of “max” would then often be taken for none"
    ),
    (["relative: {max: 5%, alpha: 0.7}"], "4:32: “alpha” is 0.7; it must be above 0 and below 0.5"),
    (["relative: {max: 5%, power: 0.3}"], "4:32: “power” is 0.3; it must be at least 0.5 and below 1"),
    (
      ["relative: {max: 5%, alpha: 0.005, n_min: 6, n_max: 6}"],
      "4:32: “alpha” is 0.005, which 6 pairs can never reach; raise “alpha” or “n_max”"
    ),
    (
      ["relative: {max: 0%}"],
      "4:21: “max” is 0 %, which only “stat: exact” can hold a run to; write a change that matters"
    ),
    (["relative: {max: 5%, n_min: 50, n_max: 40}"], "4:43: “n_max” is 40, less than “n_min” (50)"),
    (["relative: {floor: 2%}"], "4:15: “max” is missing from “relative”"),
    (
      ["relative: {max: 5%, baseline: amr}"],
      "4:35: “baseline” cannot be “amr”; it is arm, run or history:NAME; did you mean “arm”?"
    ),
    (
      ["relative: {max: 5%, stat: p99}"],
      "4:31: “stat” cannot be “p99”; it is one of shift, p90, p95, stalls, exact; did you mean “p90”?"
    ),
    (
      ["relative: {max: 5%}", "select: {arm: baseline}"],
      "5:19: a gate with “relative” judges candidates; leave “arm” out"
    ),
    (
      ["budget: [p90 < 3]", "budget_confidence: 99%"],
      "5:24: “budget_confidence” can only be 95%, the level of every interval here"
    ),
    (
      ["budget: [n > 3]", "budget_confidence: 95%"],
      "5:24: “budget_confidence” has no effect here: it is about budgets of percentiles"
    ),
    (
      ["budget: [usd_total < 3]", "turns: first"],
      "4:14: “usd_total” is about whole conversations; a gate of first turns has none"
    ),
    (["turns: all"], "3:5: the gate asks for nothing; give it a “budget”, a “relative” or both"),
    (
      ["budget: [n > 3]", "severity: failure"],
      "5:15: “severity” cannot be “failure”; it is one of fail, warn"
    ),
  ]

  @Test("names what is wrong with a gate", arguments: wrongGates)
  func wrongGate(lines: [String], problem: String) throws {
    let text = (["name: nightly", "gates:", "  - id: v2v"] + lines.map { "    " + $0 }).joined(
      separator: "\n")
    #expect(try GateText.problems(of: text) == ["g.yaml:" + problem])
  }

  @Test("reports everything at once, in the order of its lines")
  func everythingAtOnce() throws {
    let text = """
      nam: nightly
      gates:
        - {id: a, budget: ["p90 < 3 kg", "error_rat < 1"]}
        - {id: a, relative: {max: 5, alpha: 2}}
      screening: {flag: 0.01, night: 0.05}
      waivers:
        - {gate: b, owner: jo, expires: 2026-13-01}
      """
    #expect(
      try GateText.problems(of: text) == [
        "g.yaml:1:1: “name” is missing from the file",
        "g.yaml:1:1: “nam” is not a key of the file; did you mean “name”?",
        "g.yaml:3:22: “turn.v2v.p90” is not counted in “kg”; write ms or s",
        "g.yaml:3:36: “error_rat” is nothing that a budget can limit; did you mean “error_rate”?",
        "g.yaml:4:10: “a” is the id of line 3, too; give each its own",
        "g.yaml:4:29: “max” is “5”; write it in per cent with the sign, such as 5%",
        "g.yaml:4:39: “alpha” is 2; it must be above 0 and below 0.5",
        "g.yaml:5:12: “night” is greater than “flag”; the first look must be the more generous one",
        "g.yaml:7:5: “reason” is missing from item 1 of “waivers”",
        "g.yaml:7:12: “b” is the id of no gate in this file; did you mean “a”?",
        "g.yaml:7:35: “expires” is “2026-13-01”; write a day like 2026-12-01",
      ])
  }
}
