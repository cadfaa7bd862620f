import LabConversation
import LabProviders

extension SpeechToTextEvent {
  /// What the conversation is told of it; nil for nothing.
  var input: ConversationInput? {
    switch self {
    case .partial(let text): .partialTranscript(text)
    case .final(let final):
      .finalTranscript(
        final.text, answersFinalize: final.answersFinalize, endsUtterance: final.endsUtterance)
    case .nothingToSettle: .nothingToSettle
    case .endOfTurn: .providerEndOfTurn
    case .eagerEndOfTurn: .providerEagerEndOfTurn
    case .turnResumed: .providerTurnResumed
    case .ready, .connected, .sent, .speechStarted, .repeated, .closed, .failed: nil
    }
  }
}
