public import LabRecord
public import LabTimeline

/// A turn after every question of the catalogue was asked of its trace; the trace itself is let go.
public struct MeasuredTurn: Hashable, Sendable {
  public var conversation: ConversationIdentity
  /// The turn's place in its conversation, from 0.
  public var turn: Int
  public var outcome: TurnOutcome
  /// Why the turn counts nowhere; `nil` when it counts.
  public var discarded: String?
  /// One measurement per metric, in the order of `MetricCatalogue.all`.
  public var measurements: [LatencyMetric.Measurement]
  /// The parts of the voice-to-voice latency; `nil` when there is none.
  public var contributions: [Contribution]?
  public var counts: TurnCounts
  public var usage: Usage
  /// What could have made the agent stop; empty when the plan does not ask for it.
  public var interruptionTrials: [InterruptionTrial]
  /// For how long the caller truly spoke.
  public var callerSeconds: Double
  /// The place of the turn's line among all lines that were read, to find its trace again.
  public var ordinal: Int

  /// Measures a turn.
  ///
  /// - Parameter isVirtual: Whether it ran in virtual time.
  public init(_ record: TurnRecord, ordinal: Int, inVirtualTime isVirtual: Bool = false) {
    conversation = record.conversation
    turn = record.turn
    outcome = record.outcome
    measurements = MetricCatalogue.all.map { $0.measure(record.events, inVirtualTime: isVirtual) }
    contributions = CriticalPath.explain(record.events)
    counts = record.counts
    usage = record.usage
    interruptionTrials = record.interruptionTrials ?? []
    callerSeconds = Self.callerSeconds(record.events)
    self.ordinal = ordinal
  }

  /// The silence that the caller heard.
  public var voiceToVoice: Duration? {
    measurements[Self.voiceToVoiceIndex].value
  }

  /// From each true start of speech to the next true end.
  private static func callerSeconds(_ trace: TurnTrace) -> Double {
    var start: LabInstant?
    var nanoseconds: Int64 = 0
    for event in trace.events {
      switch event.kind {
      case .userSpeechStarted: start = start ?? event.at
      case .userSpeechEnded:
        if let began = start { nanoseconds += max(0, (event.at - began).nanoseconds) }
        start = nil
      default: break
      }
    }
    return Double(nanoseconds) / 1e9
  }

  private static let voiceToVoiceIndex =
    MetricCatalogue.all.firstIndex(of: MetricCatalogue.voiceToVoice) ?? 0
}

/// Why recorded turns are left out of every summary.
enum DiscardReason {
  /// The conversation was a warm-up.
  static let warmup = "warmup"
  /// The conversation has no closing line: it was cut off.
  static let incomplete = "incomplete"
  /// The conversation stands in the record already.
  static let duplicate = "duplicate"
}
