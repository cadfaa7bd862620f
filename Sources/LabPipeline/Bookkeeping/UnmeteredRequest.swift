import LabConversation

/// A request to a language model that the provider has not said the tokens of, and may never.
///
/// A provider counts at the end of its reply. One that is cancelled before, because the caller interrupted,
/// is billed all the same: for the whole prompt and for what was written so far.
struct UnmeteredRequest: Sendable {
  /// The texts of the messages.
  var prompt: [String]
  /// What came of the reply, reasoning included.
  var reply = ""

  /// The tokens by the length of the texts, as the context window estimates them.
  var tokens: TokenCount {
    let input = prompt.reduce(0) { $0 + TokenEstimate.tokens(in: $1) + TokenEstimate.tokensPerMessage }
    return TokenCount(input: input, output: TokenEstimate.tokens(in: reply))
  }
}
