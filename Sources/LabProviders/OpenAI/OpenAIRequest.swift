import LabTimeline

/// What OpenAI's routes for audio have in common: their headers and their refusals.
///
/// Source: OpenAI OpenAPI 2.3.0 (2026-08-21) and Python SDK 3.52.0.
enum OpenAIRequest {
  /// The headers of a request.
  ///
  /// - Parameter name: What the request is among those of the session, so that each has an id of its own.
  static func headers(_ configuration: SessionConfiguration, name: String) -> [HeaderField] {
    let key = configuration.apiKey.secret
    return (key.isEmpty ? [] : [HeaderField("Authorization", "Bearer " + key)]) + [
      HeaderField("X-Client-Request-Id", "\(configuration.sessionID)-\(name)")
    ]
  }

  /// The failure that an answer with another status than was hoped for stands for.
  ///
  /// - Parameter service: Who answered, in a sentence for people.
  static func failure(
    _ head: ResponseHead, body: [UInt8], key: APIKey, service: String = "OpenAI"
  ) -> ProviderFailure {
    var failure = ProviderFailure.refusal(by: service, head, words: refusalWords(body), key: key)
    // An empty account is refused with the status of a client that is too fast, which waiting does not help.
    failure.code = ChatCompletionsError.refusalCode(body) ?? failure.code
    return failure
  }

  /// What the body of a refusal says; `nil` when it says nothing that can be read.
  static func refusalWords(_ body: [UInt8]) -> String? {
    let error = error(in: body)
    return error?.message ?? error?.code
  }

  private static func error(in body: [UInt8]) -> ChatCompletionsError? {
    JSONText.read(ChatCompletionsError.Body.self, from: body)?.error
  }

  /// ISO 639-1 of a BCP 47 tag: `de` of `de-DE`.
  static func language(_ tag: String) -> String {
    String(tag.prefix { $0 != "-" }).lowercased()
  }
}
