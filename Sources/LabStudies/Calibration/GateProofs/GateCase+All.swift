import LabStatistics

extension GateCase {
  /// Every kind of gate, once passing and once failing; and what must be an error, never a pass.
  public static let all: [GateCase] = budgets + relative + separateRuns + screening + obstacles

  /// What the runs are said to have grown by, in megabytes; virtual time itself measures no memory.
  public static let memoryGrowthMegabytes = 20.0

  private static let metric = "metric: llm.ttft"

  private static func budget(_ kind: String, _ pass: String, _ fail: String) -> [GateCase] {
    [(pass, "pass"), (fail, "fail")].map { budget, verdict in
      GateCase("budget: " + kind, on: .alike, gate: [metric, "budget: [ \"\(budget)\" ]"], gives: verdict)
    }
  }

  // 400 ms with a scatter of 3 %: the median lies near 400, the 90th percentile near 416. Every turn has one
  // model request; nobody fails and nothing is heard wrong.
  private static let budgets =
    budget("median", "p50 < 410 ms", "p50 < 390 ms") + budget("p90", "p90 < 440 ms", "p90 < 405 ms")
    + budget("p95", "p95 < 450 ms", "p95 < 405 ms") + budget("largest", "max < 480 ms", "max < 400 ms")
    + budget("mean", "mean < 410 ms", "mean < 390 ms") + budget("number of values", "n >= 60", "n >= 1000")
    + budget("error rate", "error_rate <= 0.01", "error_rate > 0.01")
    + budget("count", "underruns <= 0", "underruns >= 1")
    + budget("rate of counts", "word_error_rate <= 1%", "word_error_rate >= 50%")
    + [("memory_growth_mb < 50", "pass"), ("memory_growth_mb < 10", "fail")].map { budget, verdict in
      GateCase(
        "budget: memory growth", on: .alike, gate: [metric, "budget: [ \"\(budget)\" ]"], gives: verdict)
    }
    + [("p50 < 420 ms", "pass"), ("p50 < 380 ms", "fail")].map { budget, verdict in
      GateCase(
        "budget with confidence", on: .alike,
        gate: [metric, "budget: [ \"\(budget)\" ]", "budget_confidence: 95%"], gives: verdict)
    }

  private static func relative(
    _ kind: String, _ statistic: String, limit: String, alike: GateRun = .alike, worse: GateRun
  ) -> [GateCase] {
    [(alike, "pass"), (worse, "fail")].map { run, verdict in
      GateCase(
        "relative: " + kind, on: run,
        // Judged once: a sequence of looks would keep its error probability for later ones.
        gate: [
          metric, "relative: { stat: \(statistic), max: \(limit), n_max: 80 }", "on_inconclusive: warn",
        ],
        gives: verdict)
    }
  }

  private static let relative =
    relative("shift", "shift", limit: "10%", worse: .slower)
    + relative("p90", "p90", limit: "30%", worse: .stalling)
    + relative("p95", "p95", limit: "30%", worse: .stalling)
    + relative("stalls", "stalls", limit: "15%", worse: .stalling)
    + relative("exact", "exact", limit: "0%", alike: .equal, worse: .shifted)

  private static let separateRuns = [
    (GateRun.alikeAgain, GateRun.alike, BetweenRunNoise(logDeviation: 0.01, runs: 20), "pass"),
    (.slowerAgain, .alike, BetweenRunNoise(logDeviation: 0.01, runs: 20), "fail"),
    (.slowerAgain, .alike, nil, "inconclusive"),
  ].map { run, baseline, noise, verdict in
    GateCase(
      noise == nil ? "separate runs, noise unknown" : "separate runs", on: run, baseline: baseline,
      noise: noise,
      gate: [metric, "relative: { baseline: run, stat: shift, max: 10% }"], gives: verdict)
  }

  private static let screening = [
    (GateRun.alike, GateRun?.none, "pass"), (.slower, .slowerAgain, "fail"),
  ].map { run, confirmation, verdict in
    GateCase(
      "screening", on: run, confirmation: confirmation,
      gate: [metric, "relative: { stat: shift, max: 10% }", "on_inconclusive: warn"],
      appendix: ["screening: { flag: 5%, night: 1% }"], gives: verdict)
  }

  private static let obstacles = [
    GateCase("missing data", on: .alike, gate: [metric, "budget: [ \"n >= 1\" ]"], gives: "pass"),
    GateCase(
      "missing data", on: .alike, gate: ["metric: bargein.detect", "budget: [ \"p50 < 10 s\" ]"],
      gives: "error"),
    GateCase("invalid run", on: .alike, gate: [metric, "budget: [ \"p50 < 410 ms\" ]"], gives: "pass"),
    GateCase(
      "invalid run", on: .alike, state: .unfinished, gate: [metric, "budget: [ \"p50 < 410 ms\" ]"],
      gives: "error"),
    GateCase(
      "too few turns for the quantile", on: .alike, gate: [metric, "budget: [ \"p99 < 10 s\" ]"],
      gives: "error"),
    GateCase(
      "waiver", on: .slower, gate: [metric, "relative: { stat: shift, max: 10% }"],
      appendix: waivers("proof"),
      gives: "waived"),
    GateCase(
      "waiver of another cell", on: .slower, gate: [metric, "relative: { stat: shift, max: 10% }"],
      appendix: waivers("proof", "select: { stt: none }"), gives: "fail"),
  ]

  private static func waivers(_ gate: String, _ more: String...) -> [String] {
    ["waivers:", "  - gate: \(gate)"]
      + (more + ["owner: calibration", "reason: to be proved", "expires: 9999-12-31"]).map { "    " + $0 }
  }
}
