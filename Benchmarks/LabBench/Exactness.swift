import LabRecord
import LabTimeline

/// Delays planted in every stage, recovered offline: the errors, in nanoseconds.
enum Exactness {
  /// What `Benchmarks/exact.yaml` plants.
  private static let planted: [(metric: String, nanoseconds: Int64)] = [
    ("stt.finalize", 61_000_000), ("llm.ttft", 234_567_000), ("tts.ttfb", 187_654_321),
  ]

  static func run(_ workshop: Workshop) throws -> [Figure] {
    let folder = workshop.scratch("exact")
    try workshop.run(workshop.turnlab, ["run", "Benchmarks/exact.yaml", "--out", folder])
    let recorded = try RecordedTurns(folder: folder)
    var figures = planted.compactMap { name, wanted -> Figure? in
      guard let metric = MetricCatalogue.metric(name) else { return nil }
      let errors = recorded.values(of: metric).values.map { abs($0 - wanted) }
      return Figure(
        name: "exactness.\(name).max_error_of_\(errors.count)", value: Double(errors.max() ?? .max),
        unit: "ns",
        goal: .exactly(0))
    }
    figures.append(try shift(workshop, folder))
    let sums = recorded.turns.values.compactMap { turn -> Int64? in
      guard let parts = CriticalPath.explain(turn.events),
        let total = MetricCatalogue.voiceToVoice.measure(turn.events).value
      else { return nil }
      return abs(parts.reduce(0) { $0 + $1.nanoseconds } - total.nanoseconds)
    }
    figures.append(
      Figure(
        name: "exactness.contributions_minus_v2v.max_of_\(sums.count)", value: Double(sums.max() ?? .max),
        unit: "ns", goal: .exactly(0)))
    return figures
  }

  /// Three stages slowed by 10, 20 and 30 ms: voice to voice of every first turn has to move by exactly 60 ms.
  ///
  /// First turns only: later ones begin after a reply that ends elsewhere on the grid of microphone frames.
  private static func shift(_ workshop: Workshop, _ folder: String) throws -> Figure {
    let slower = workshop.scratch("exact-slower")
    try workshop.run(workshop.turnlab, ["run", "Benchmarks/exact-slower.yaml", "--out", slower])
    let metric = MetricCatalogue.voiceToVoice
    let before = try RecordedTurns(folder: folder).values(of: metric)
    let after = try RecordedTurns(folder: slower).values(of: metric)
    let errors = before.filter { $0.key.turn == 0 }.compactMap { key, value in
      after[key].map { abs($0 - value - 60_000_000) }
    }
    return Figure(
      name: "exactness.v2v_shift_60ms.max_error_of_\(errors.count)", value: Double(errors.max() ?? .max),
      unit: "ns", goal: .exactly(0))
  }
}
