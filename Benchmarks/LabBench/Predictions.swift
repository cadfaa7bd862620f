import LabAnalysis
import LabStatistics
import LabTimeline

/// Combinations of services that are predicted from others, held against what they take.
enum Predictions {
  private static let plan = "Benchmarks/predict.yaml"

  static func run(_ workshop: Workshop) throws -> [Figure] {
    let all = try run(workshop, "all", ["--seed", "1"])
    let left = try PredictionReport([all])
    return figures("left_one_out", left.checks) + (try apart(workshop, against: left.checks))
  }

  /// Every service once with two others, seven cells in all, in runs that draw apart: they predict the twenty others.
  private static func apart(_ workshop: Workshop, against measured: [PredictionReport.Check]) throws
    -> [Figure]
  {
    let stars = [
      "llm=openai/gpt-4o-mini,tts=deepgram/aura-2", "stt=deepgram/nova-3,tts=deepgram/aura-2",
      "stt=deepgram/nova-3,llm=openai/gpt-4o-mini",
    ]
    let runs = try stars.enumerated().map { index, cells in
      try run(
        workshop, "star-\(index)", ["--seed", "\(index + 2)", "--select", cells])
    }
    let predictions = try PredictionReport(runs).predictions
    let checks = predictions.compactMap { prediction in
      measured.first { $0.cell == prediction.cell }.map { (prediction, $0) }
    }
    func error(_ predicted: PredictionReport.Figure?, _ measured: Double?) -> Double {
      guard let predicted, let measured else { return .infinity }
      return predicted.milliseconds / measured - 1
    }
    func uncertainty(_ predicted: PredictionReport.Figure?, _ sampling: PredictionReport.Check.Sampling?)
      -> Double
    {
      guard let own = predicted?.interval, let other = sampling?.measured else { return .infinity }
      // Half of either range as a share of its middle; drawn apart, they add up as squares.
      let share = (own.upper - own.lower) / (own.upper + own.lower)
      let measured = (other.upper - other.lower) / (other.upper + other.lower)
      return (share * share + measured * measured).squareRoot()
    }
    return figures(
      "from_7_cells_apart", p50: checks.map { error($0.p50, $1.measured50) },
      p95: checks.map { error($0.p95, $1.measured95) },
      uncertainties: (
        checks.map { uncertainty($0.p50, $1.sampling50) }, checks.map { uncertainty($0.p95, $1.sampling95) }
      ))
  }

  private static func figures(_ name: String, _ checks: [PredictionReport.Check]) -> [Figure] {
    func uncertainty(_ sampling: PredictionReport.Check.Sampling?) -> Double {
      guard let error = sampling?.error else { return .infinity }
      return (error.upper - error.lower) / 2
    }
    return figures(
      name, p50: checks.map { $0.error50 ?? .infinity }, p95: checks.map { $0.error95 ?? .infinity },
      uncertainties: (checks.map { uncertainty($0.sampling50) }, checks.map { uncertainty($0.sampling95) }))
  }

  /// The errors of the cell in the middle and of the worst one, and how far the conversations' chance alone moves the
  /// error of a cell, in 19 of 20 cases, where it moves it farthest: a goal below that would not be one for `predict`.
  private static func figures(
    _ name: String, p50: [Double], p95: [Double], uncertainties: (p50: [Double], p95: [Double])
  ) -> [Figure] {
    let (sizes50, sizes95) = (p50.map(\.magnitude), p95.map(\.magnitude))
    return [
      percent("predict.\(name).p50_error_median_of_\(p50.count)", percentile(sizes50, 0.5), 3),
      percent("predict.\(name).p50_error_max", sizes50.max() ?? .infinity, 3),
      percent("predict.\(name).p50_chance_max", uncertainties.p50.max() ?? .infinity),
      percent("predict.\(name).p95_error_median", percentile(sizes95, 0.5), 5),
      percent("predict.\(name).p95_error_max", sizes95.max() ?? .infinity, 5),
      percent("predict.\(name).p95_chance_max", uncertainties.p95.max() ?? .infinity),
    ]
  }

  private static func percent(_ name: String, _ share: Double, _ goal: Double? = nil) -> Figure {
    Figure(name: name, value: 100 * share, unit: "%", goal: goal.map { .atMost($0) } ?? .noGoal)
  }

  private static func run(_ workshop: Workshop, _ name: String, _ options: [String]) throws
    -> ComparedRun
  {
    let folder = workshop.scratch("predict-" + name)
    try workshop.run(workshop.turnlab, ["run", plan, "--out", folder] + options)
    return ComparedRun(
      name: name,
      analysis: try RunAnalysis.read(
        records: [folder + "/record.jsonl"], instrument: nil, environment: nil))
  }
}
