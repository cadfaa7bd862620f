/// How an emulated language model behaves in time.
public struct LanguageModelProfile: Hashable, Sendable {
  /// From the request to the first token.
  public var firstToken: LatencyModel
  /// Between two tokens.
  public var tokenInterval: LatencyModel
  /// How many sentences a reply has.
  public var sentences: ClosedRange<Int>
  /// The words of every reply; `nil` for sentences of the model's own choice.
  public var reply: String?

  public init(
    firstToken: LatencyModel, tokenInterval: LatencyModel, sentences: ClosedRange<Int> = 2...4,
    reply: String? = nil
  ) {
    self.firstToken = firstToken
    self.tokenInterval = tokenInterval
    self.sentences = sentences
    self.reply = reply
  }
}
