/// When the speech of a caller's utterance begins.
public enum UtteranceBeginning: Hashable, Sendable {
  /// This long after the conversation began; only the first utterance.
  case at(Duration)
  /// This long after the agent's reply has finished playing.
  case afterReply(Duration)
  /// This long after the first audible sample of the agent's reply: an interruption.
  case bargeIn(Duration)
}
