/// What a speech-to-speech model would read and say in a session, when every reply is billed for all before
/// it.
struct SpeechToSpeechSession: Sendable {
  let model: ProviderPrice.SpeechToSpeech
  /// Tokens of the instructions, as text.
  var instructions: Double
  var turns: Double
  /// Of one turn.
  var callerSeconds: Double
  var agentSeconds: Double

  /// What the provider's cache holds of what was read before.
  enum Cache: Sendable {
    /// All of it: the least that the session can cost.
    case full
    /// None of it: the most.
    case none
  }

  /// The readings of the whole session.
  ///
  /// The first reply reads the instructions and the caller's first words. Each later one reads the
  /// instructions, everything that both have said, cut to the limit of the history, and the caller's new
  /// words.
  func readings(cache: Cache) -> MeterReadings {
    let heard = callerSeconds * Double(model.callerTokensPerSecond)
    let said = agentSeconds * Double(model.agentTokensPerSecond)
    let limit = max(0, Double(model.historyLimit) - instructions - heard)
    let history = SessionExpectation.sum(first: 0, growth: heard + said, limit: limit, count: turns)
    let again = instructions * max(0, turns - 1)
    var readings = MeterReadings()
    let new = (text: instructions * min(1, turns), audio: heard * turns)
    switch cache {
    case .full:
      readings[.inputTokens] = SessionExpectation.whole(new.text)
      readings[.cachedTokens] = SessionExpectation.whole(again)
      readings[.audioInputTokens] = SessionExpectation.whole(new.audio)
      readings[.audioCachedTokens] = SessionExpectation.whole(history)
    case .none:
      readings[.inputTokens] = SessionExpectation.whole(new.text + again)
      readings[.audioInputTokens] = SessionExpectation.whole(new.audio + history)
    }
    readings[.audioOutputTokens] = SessionExpectation.whole(said * turns)
    return readings
  }
}
