/// A stage of the turn whose latency can be imagined otherwise.
///
/// What changes is what the service takes; the way to it and back stays as it is, where it is known.
public enum TurnStage: String, Hashable, Sendable, CaseIterable {
  /// The audio of the first words to the first partial transcript.
  case firstPartial = "stt.first_partial"
  /// The request to finalise to the final transcript.
  case finalize = "stt.finalize"
  /// The end of speech to the final transcript. It holds waits that are not the service's, so that it can be
  /// changed by milliseconds alone, all of which are the service's.
  case transcript = "stt.ttfs"
  /// The silence that makes a service's own turn model sure.
  case endOfTurn = "stt.end_of_turn"
  /// The request to the first token.
  case firstToken = "llm.ttft"
  /// Between two tokens.
  case tokenInterval = "llm.token_interval"
  /// The first chunk's request to its first audio byte.
  case firstAudio = "tts.ttfb"
  /// The silence that a voice pads on in front.
  case leadingSilence = "tts.leading_silence"
  /// The end of the turn to the first audio byte of a service that hears and speaks by itself.
  case reply = "s2s.ttfb"

  /// Why a change of this kind cannot be asked of the stage; `nil` when it can.
  public func objection(to change: LatencyChange) -> String? {
    guard self == .transcript else { return nil }
    if case .by = change { return nil }
    return "“stt.ttfs” holds the wait for the end of speech too, so it can be changed by milliseconds only; "
      + "change “stt.finalize”, which is the service’s alone"
  }
}
