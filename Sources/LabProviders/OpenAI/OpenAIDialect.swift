/// What OpenAI's language-model protocols, and the many that copy them, have in common.
public protocol OpenAIDialect: LanguageModelDialect {}

extension OpenAIDialect {
  public func authentication(_ key: APIKey) -> [HeaderField] {
    [HeaderField("Authorization", "Bearer " + key.secret)]
  }

  public func refusalWords(_ body: [UInt8]) -> String? {
    let error = (try? JSONText.decode(ChatCompletionsError.Body.self, from: body))?.error
    return error?.message ?? error?.code
  }

  public func refusalCode(_ body: [UInt8]) -> String? { ChatCompletionsError.refusalCode(body) }
}
