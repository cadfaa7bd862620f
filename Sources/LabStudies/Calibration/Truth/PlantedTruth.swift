import LabRecord
public import LabTimeline

/// The truth about each turn of a calibration's run.
public struct PlantedTruth: Sendable {
  /// The plan that was run.
  public let plan: CalibrationPlan
  /// Planted errors of the truth itself, by metric, in nanoseconds: to see that a calibration can fail.
  public let distortions: [String: Int64]

  /// Where the reply becomes audible, by the silence in front of it.
  private let onsets: [Int64: Int]

  public init(plan: CalibrationPlan, distortions: [String: Int64] = [:]) {
    self.plan = plan
    self.distortions = distortions
    onsets = Dictionary(
      plan.delays.synthesisers.map {
        ($0.leadingSilence, PlantedReply.onset(leadingSilence: $0.leadingSilence))
      }
    ) { first, _ in first }
  }

  /// Why no truth is planted for a metric; `nil` when one is.
  public static func reasonForNone(_ metric: LatencyMetric) -> String? {
    let isKnown = [metric.start.kind, metric.end.kind].allSatisfy(TurnTruth.knownFacts.contains)
    return isKnown ? nil : "No delay is planted for it yet."
  }

  /// What every metric has to be in a turn, in nanoseconds.
  ///
  /// A truth of a connection's set-up is that of one that is new; in real time connections are shared, so who
  /// finds one open is not known beforehand, and the truth counts only where there is a measurement.
  ///
  /// - Returns: `nil` when the turn is none that the plan foresees.
  func values(of turn: TurnRecord, in cell: Cell, mode: CalibrationMode) -> [LatencyMetric: Int64]? {
    guard let planted = plan.planted(in: cell), CalibrationUtterance.conversation.indices.contains(turn.turn),
      let start = turn.events.first(.userSpeechStarted),
      let way = mode == .loopback ? .loopback : PlantedNetworkPath(profile: cell.network),
      let truth = TurnTruth(
        cell: planted, way: way, utterance: CalibrationUtterance.conversation[turn.turn],
        at: Self.position(of: start), isCold: mode == .loopback || turn.turn == 0,
        onset: onsets[planted.synthesiser.leadingSilence])
    else { return nil }
    let interruption = turn.events.first(.interruptionStarted)
    var values: [LatencyMetric: Int64] = [:]
    for metric in MetricCatalogue.all {
      var value = truth.value(of: metric)
      if let interruption, turn.turn + 1 < CalibrationUtterance.conversation.count,
        metric.group == .interruption
      {
        value = TurnTruth.value(
          of: metric, interruption: CalibrationUtterance.conversation[turn.turn + 1],
          at: Self.position(of: interruption))
      }
      if let value { values[metric] = value + (distortions[metric.id] ?? 0) }
    }
    return values
  }

  private static func position(of instant: LabInstant) -> Int {
    SamplePosition.samples(in: instant - .origin, sampleRate: CalibrationUtterance.sampleRate)
  }
}

/// How a calibration's conversations ran.
public enum CalibrationMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// In virtual time, over an emulated network of fixed delays.
  case offline
  /// In real time, over sockets of this machine.
  case loopback
}
