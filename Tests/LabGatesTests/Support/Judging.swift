import LabReports
import LabTimeline
import Testing

@testable import LabGates

extension MadeRun {
  /// The run as a subject of gates.
  func subject(
    memoryGrowthMegabytes: Double? = nil, instrument: InstrumentReading? = InstrumentReading()
  ) throws -> GateSubject {
    GateSubject(
      folder: name, analysis: try analysis(instrument: instrument), memoryGrowthMegabytes: memoryGrowthMegabytes)
  }

  /// A run of one pair in real time, with noise of its own on each arm.
  ///
  /// - Parameters:
  ///   - slowdown: By which factor the candidate's model takes longer.
  ///   - noise: The standard deviation of the logarithm of the model's latency on one arm.
  static func noisy(slowdown: Double, noise: Double = 0.05, conversations: Int = 20) -> MadeRun {
    var run = withArms
    run.mode = "live"
    run.conversations = (0..<conversations).map { "lesson-\($0)" }
    run.iterations = 1
    run.change = { turn in
      let factor = turn.cell.arm == .candidate ? slowdown : 1
      turn.firstToken = Int64(Double(turn.firstToken) * factor * turn.noise(noise))
      turn.firstByte = Int64(Double(turn.firstByte) * factor * turn.noise(noise))
      turn.silence = Int64(Double(turn.silence) * factor * turn.noise(noise))
    }
    return run
  }
}

/// Judges a made run by the text of a gate file.
func judge(
  _ run: MadeRun, _ text: String, baselines: [RelativeGate.Baseline: GateBaseline] = [:],
  confirmations: [MadeRun] = [], looks: EarlierLooks = EarlierLooks(), memoryGrowthMegabytes: Double? = nil
) throws -> GateReport {
  GateEvaluation(
    try GateText.read(text), of: try run.subject(memoryGrowthMegabytes: memoryGrowthMegabytes),
    baselines: baselines, confirmations: try confirmations.map { try $0.subject() }, looks: looks
  ).report()
}

/// Judges a made run by one gate, given by its lines.
func judge(
  _ run: MadeRun, gate lines: String..., memoryGrowthMegabytes: Double? = nil,
  baselines: [RelativeGate.Baseline: GateBaseline] = [:], looks: EarlierLooks = EarlierLooks()
) throws -> GateReport {
  let text = (["name: nightly", "gates:", "  - id: v2v"] + lines.map { "    " + $0 }).joined(separator: "\n")
  return try judge(
    run, text, baselines: baselines, looks: looks, memoryGrowthMegabytes: memoryGrowthMegabytes)
}
