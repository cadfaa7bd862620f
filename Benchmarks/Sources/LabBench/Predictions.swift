import LabGates
import LabReports
import LabTimeline

/// Combinations of services that are predicted from others, held against what they take.
enum Predictions {
  private static let plan = "Benchmarks/predict.yaml"

  static func run(_ workshop: Workshop) throws -> [Figure] {
    let all = try measured(workshop, "all", ["--seed", "1"])
    let left = try PredictionReport([all])
    return figures("left_one_out", left.checks) + (try apart(workshop, against: all))
  }

  /// Every service once with two others, seven cells in all, in runs that draw apart: they predict the twenty others.
  private static func apart(_ workshop: Workshop, against all: ComparedRun) throws -> [Figure] {
    let stars = [
      "llm=openai/gpt-4o-mini,tts=deepgram/aura-2", "stt=deepgram/nova-3,tts=deepgram/aura-2",
      "stt=deepgram/nova-3,llm=openai/gpt-4o-mini",
    ]
    let runs = try stars.enumerated().map { index, cells in
      try measured(workshop, "star-\(index)", ["--seed", "\(index + 2)", "--select", cells])
    }
    let predictions = try PredictionReport(runs).predictions
    let wanted = try PredictionReport([all]).checks
    let checks = predictions.compactMap { prediction in
      wanted.first { $0.cell == prediction.cell }.map { (prediction, $0) }
    }
    func worst(
      _ predicted: (PredictionReport.Prediction) -> Double?, _ own: (PredictionReport.Check) -> Double?
    )
      -> (Double, Double)
    {
      let errors = checks.compactMap { prediction, check -> Double? in
        guard let value = predicted(prediction), let measured = own(check) else { return nil }
        return abs(value / measured - 1)
      }
      return (percentile(errors, 0.5), errors.max() ?? .infinity)
    }
    let p50 = worst({ $0.p50?.milliseconds }, \.measured50)
    let p95 = worst({ $0.p95?.milliseconds }, \.measured95)
    return [
      percent("predict.from_7_cells_apart.p50_error_median_of_\(checks.count)", p50.0, 3),
      percent("predict.from_7_cells_apart.p50_error_max", p50.1, 3),
      percent("predict.from_7_cells_apart.p95_error_median", p95.0, 5),
      percent("predict.from_7_cells_apart.p95_error_max", p95.1, 5),
    ]
  }

  private static func figures(_ name: String, _ checks: [PredictionReport.Check]) -> [Figure] {
    let p50 = checks.map { abs($0.error50 ?? .infinity) }
    let p95 = checks.map { abs($0.error95 ?? .infinity) }
    return [
      percent("predict.\(name).p50_error_median_of_\(checks.count)", percentile(p50, 0.5), 3),
      percent("predict.\(name).p50_error_max", p50.max() ?? .infinity, 3),
      percent("predict.\(name).p95_error_median", percentile(p95, 0.5), 5),
      percent("predict.\(name).p95_error_max", p95.max() ?? .infinity, 5),
    ]
  }

  private static func percent(_ name: String, _ share: Double, _ goal: Double) -> Figure {
    Figure(name: name, value: 100 * share, unit: "%", goal: .atMost(goal))
  }

  private static func measured(_ workshop: Workshop, _ name: String, _ options: [String]) throws
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
