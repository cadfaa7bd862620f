public import LabTimeline

/// What decides that the caller has finished.
public enum EndOfTurnPolicy: String, Hashable, Sendable, CaseIterable {
  /// The same silence after whatever was said.
  case silence
  /// A silence that is shorter after what sounds and reads like an end, and longer after what does not.
  case adaptive
  /// The verdict of the speech-to-text service, and a long silence where it gives none.
  case provider
}

extension SessionSettings {
  /// The cues that count.
  public var turnCues: Set<TurnCue> {
    let switches: [(TurnCue, Bool)] = [
      (.pitch, enablePitchCue), (.energy, enableEnergyCue), (.sentence, enableSentenceCue),
      (.length, enableLengthCue), (.filler, enableFillerCue), (.conjunction, enableConjunctionCue),
      (.list, enableListCue),
    ]
    return Set(switches.filter(\.1).map(\.0))
  }

  /// The silence that ends the turn, from where speech ended, after what is known of the turn.
  func neededPause(_ scores: @autoclosure () -> TurnCueScores) -> Duration {
    switch endOfTurnPolicy {
    case .silence: return silenceThreshold
    case .provider: return longestPause
    case .adaptive:
      let off = Set(TurnCue.allCases).subtracting(turnCues)
      let nanoseconds = Double(silenceThreshold.nanoseconds) * scores().pauseFactor(without: off)
      return .nanoseconds(Int64(nanoseconds))
    }
  }
}
