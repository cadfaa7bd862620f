import LabRecord
import LabTimeline

/// Holds what a run measured against what was planted.
public struct Recovery: Sendable {
  private let truth: PlantedTruth

  public init(truth: PlantedTruth) {
    self.truth = truth
  }

  /// Every metric of the catalogue over all runs, in the order of the catalogue.
  public func metrics(of runs: [MeasuredRun]) -> [MetricCalibration] {
    let tallies = runs.map { (run: $0, tally: tally($0)) }
    return MetricCatalogue.all.map { metric in
      let reason = PlantedTruth.reasonForNone(metric)
      return MetricCalibration(
        metric: metric.key, untold: reason,
        modes: reason == nil
          ? tallies.map { $0.tally[metric, default: Tally()].finding(of: metric, mode: $0.run.mode) } : [])
    }
  }

  /// What a run has that the plan does not foresee, in words: turns too many, too few, or not as they should
  /// end.
  public func surprises(in run: MeasuredRun) -> [String] {
    var surprises: [String] = []
    let expected = run.conversations * CalibrationUtterance.conversation.count
    if run.turns.count != expected {
      surprises.append("\(run.mode.rawValue): \(run.turns.count) turns were recorded, not \(expected)")
    }
    let odd = run.turns.filter { $0.outcome != ($0.turn == 0 ? .interrupted : .completed) }
    if !odd.isEmpty {
      surprises.append("\(run.mode.rawValue): \(odd.count) turns did not end as the plan foresees")
    }
    let unknown = run.turns.count {
      truth.values(of: $0, in: run.cells[$0.conversation.cell], mode: run.mode) == nil
    }
    if unknown > 0 { surprises.append("\(run.mode.rawValue): \(unknown) turns are none of the plan's") }
    return surprises
  }

  /// Loopback minus offline of the first turn of each conversation: what the harness and this machine add.
  ///
  /// First turns only: the ones after them begin where a reply ended, which in real time is elsewhere on the
  /// grid of microphone buffers.
  public static func overhead(loopback: MeasuredRun, offline: MeasuredRun) -> ErrorDistribution? {
    let expected = offline.voiceToVoice(network: "none")
    let measured = loopback.voiceToVoice(network: "none")
    let errors = measured.compactMap { place, value -> Int64? in
      guard place.turn == 0 else { return nil }
      // Virtual time knows no chance: the first iteration stands for all.
      let same = MeasuredRun.Place(cell: place.cell, iteration: 0, turn: 0)
      return expected[same].map { value - $0 }
    }
    return ErrorDistribution(nanoseconds: errors)
  }

  /// Pairs of metrics that had the same value in every turn in which both had one.
  public static func metricsNeverToldApart(in run: MeasuredRun) -> [[String]] {
    let values = run.turns.map { turn in MetricCatalogue.all.map { $0.measure(turn.events).value } }
    var pairs: [[String]] = []
    for (first, metric) in MetricCatalogue.all.enumerated() {
      for second in MetricCatalogue.all.indices.dropFirst(first + 1) {
        let both = values.filter { $0[first] != nil && $0[second] != nil }
        guard !both.isEmpty, both.allSatisfy({ $0[first] == $0[second] }) else { continue }
        pairs.append([metric.key, MetricCatalogue.all[second].key])
      }
    }
    return pairs
  }

  /// What was found about one metric in one mode.
  private struct Tally {
    var planted: [Int64] = []
    var errors: [Int64] = []
    var missing = 0
    var unexpected = 0

    func finding(of metric: LatencyMetric, mode: CalibrationMode) -> MetricCalibration.Finding {
      let errors = ErrorDistribution(nanoseconds: errors)
      let never = Recovery.isUncertain(metric, mode) ? [] : ["it was never measured"]
      var complaints = errors.map(Tolerance.of(mode).complaints) ?? never
      if missing > 0 { complaints.append("it is missing in \(missing) turns") }
      if unexpected > 0 { complaints.append("it has a value in \(unexpected) turns that have none") }
      let range = [planted.min(), planted.max()].compactMap { $0.map { Double($0) / 1e6 } }
      return .init(
        mode: mode, planted: range, errors: errors, missing: missing, unexpected: unexpected,
        complaints: complaints)
    }
  }

  /// In real time connections are shared, and who finds one open is nobody's plan.
  private static func isUncertain(_ metric: LatencyMetric, _ mode: CalibrationMode) -> Bool {
    mode == .loopback && metric.group == .network
  }

  private func tally(_ run: MeasuredRun) -> [LatencyMetric: Tally] {
    var tallies: [LatencyMetric: Tally] = [:]
    for turn in run.turns {
      guard let values = truth.values(of: turn, in: run.cells[turn.conversation.cell], mode: run.mode) else {
        continue
      }
      for metric in MetricCatalogue.all {
        switch (metric.measure(turn.events).value?.nanoseconds, values[metric]) {
        case (let measured?, let planted?):
          tallies[metric, default: Tally()].planted.append(planted)
          tallies[metric, default: Tally()].errors.append(measured - planted)
        case (nil, _?):
          if !Self.isUncertain(metric, run.mode) { tallies[metric, default: Tally()].missing += 1 }
        case (_?, nil): tallies[metric, default: Tally()].unexpected += 1
        case (nil, nil): break
        }
      }
    }
    return tallies
  }
}
