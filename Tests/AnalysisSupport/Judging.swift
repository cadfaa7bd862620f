import LabAnalysis
import LabGates
import LabRecord
import LabStatistics
import LabTimeline

extension MadeRun.Turn {
  /// A factor drawn for this turn on this arm alone.
  func noise(_ deviation: Double, of stage: String) -> Double {
    var random = SeededGenerator(seed: 3)
      .derived(name: "\(cell.arm) \(conversation.name) \(conversation.iteration) \(number) \(stage)")
    return random.lognormal(median: 1, sigma: deviation)
  }
}

extension MadeRun {
  /// The run as it is read from a record.
  ///
  /// - Parameter change: What becomes of each turn that was made.
  func analysis(
    instrument: InstrumentReading? = InstrumentReading(),
    changing change: (inout TurnRecord) -> Void = { _ in }
  ) throws -> RunAnalysis {
    let header = RecordHeader(
      plan: .init(name: "nightly", sha256: String(repeating: "0", count: 64)), mode: mode, seed: seed,
      cells: cells, pairs: pairs, conversations: cells.count * conversations.count * (warmup + iterations))
    var builder = RunReportBuilder(header: header)
    for line in lines {
      if case .turn(var turn) = line {
        change(&turn)
        try builder.add(.turn(turn))
      } else {
        try builder.add(line)
      }
    }
    return builder.finish(instrument: instrument, environment: nil)
  }

  /// The run as a subject of gates.
  func subject(
    memoryGrowthMegabytes: Double? = nil, changing change: (inout TurnRecord) -> Void = { _ in }
  ) throws -> GateSubject {
    GateSubject(
      folder: name, analysis: try analysis(changing: change), memoryGrowthMegabytes: memoryGrowthMegabytes)
  }

  /// A run of one pair in real time, with noise of its own on each arm.
  ///
  /// - Parameters:
  ///   - slowdown: By which factor the candidate's model takes longer.
  ///   - noise: The standard deviation of the logarithm of the model's latency on one arm.
  static func noisy(slowdown: Double, noise: Double = 0.05, conversations: Int = 20) -> MadeRun {
    var run = withArms
    run.mode = .live
    run.conversations = (0..<conversations).map { "lesson-\($0)" }
    run.iterations = 1
    run.change = { turn in
      let factor = turn.cell.arm == .candidate ? slowdown : 1
      turn.firstToken = Int64(Double(turn.firstToken) * factor * turn.noise(noise, of: "llm"))
      turn.firstByte = Int64(Double(turn.firstByte) * factor * turn.noise(noise, of: "tts"))
      turn.silence = Int64(Double(turn.silence) * factor * turn.noise(noise, of: "silence"))
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
