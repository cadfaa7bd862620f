/// What OpenAI's language-model protocols, and the many that copy them, have in common.
public protocol OpenAIDialect: LanguageModelDialect {}

extension OpenAIDialect {
  public func authentication(_ key: APIKey) -> [HeaderField] {
    // Servers without keys may take an empty one for a wrong one.
    key.secret.isEmpty ? [] : [HeaderField("Authorization", "Bearer " + key.secret)]
  }

  public func refusalWords(_ body: [UInt8]) -> String? {
    OpenAIRequest.refusalWords(body)
  }

  public func refusalCode(_ body: [UInt8]) -> String? { ChatCompletionsError.refusalCode(body) }
}
