import LabConversation
import LabProviders
import LabRecord
import LabTimeline

/// A request to a language model that the provider has not said the tokens of, and may never.
///
/// A provider counts at the end of its reply. One that is cancelled before, because the caller interrupted, is billed
/// all the same: for the whole prompt and for what was written so far.
struct UnmeteredRequest: Sendable {
  /// The texts of the messages.
  var prompt: [String]
  /// What came of the reply, reasoning included.
  var reply = ""

  /// The tokens by the length of the texts, as the context window estimates them.
  var estimate: (input: Int, output: Int) {
    let input = prompt.reduce(0) { $0 + TokenEstimate.tokens(in: $1) + TokenEstimate.tokensPerMessage }
    return (input, TokenEstimate.tokens(in: reply))
  }
}

extension ConversationPipeline {
  /// Books a request by its texts when the provider has not counted it; once.
  mutating func settle(_ id: RequestID) {
    guard let request = unmetered.removeValue(forKey: id) else { return }
    let (input, output) = request.estimate
    ledger.update(machine.turn) { entry in
      entry.usage.llmInputTokens += input
      entry.usage.llmOutputTokens += output
      entry.usage.llmEstimatedRequests += 1
    }
  }
}
