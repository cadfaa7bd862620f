import LabProviders

extension EmulatedVendor {
  /// DeepSeek. Nobody has published how soon its models answer in conversations: the figures are our
  /// assumptions.
  static let deepSeek = EmulatedVendor(
    client: .deepSeek,
    routes: [
      .chatCompletions("/chat/completions", of: .deepSeek, service: DeepSeekError.service)
    ],
    profiles: EmulationProfiles(
      languageModels: [
        "deepseek/deepseek-v4-flash": .through(p50: 700, p95: 1800, tokenMilliseconds: 12),
        "deepseek/deepseek-v4-pro": .through(p50: 1100, p95: 2900, tokenMilliseconds: 22),
      ]),
    sources: ["*": .assumed], faults: DeepSeekFaults())
}

/// How DeepSeek says no: OpenAI's object, in which the code never says more than that the request was wrong.
///
/// Source: api-docs.deepseek.com, error codes; bodies of 400, 401 and 402 as users have posted them. The
/// words of the others are assumed.
private enum DeepSeekError {
  static let service: LanguageModelService<QuirkyChatCodec> = {
    var service = LanguageModelService<QuirkyChatCodec>.quirky(ChatQuirks())
    service.refusal = { reason, _ in
      let error =
        switch reason {
        case .unauthorised: unauthorized
        case .malformed: error(400, "Failed to parse the request body as JSON.")
        case .unknownModel: error(400, "Model Not Exist")
        }
      return LanguageModelRefusal(status: error.status, headers: [], body: error.body)
    }
    return service
  }()

  static let unauthorized = error(
    401, "Authentication Fails, Your api key is invalid", type: "authentication_error")

  static func error(
    _ status: Int, _ message: String, type: String = "invalid_request_error"
  ) -> ChatError {
    ChatError(status: status, message: message, type: type, code: "invalid_request_error")
  }
}

/// What goes wrong with DeepSeek, in its words. An account without credit is told with 402.
private struct DeepSeekFaults: FaultResponses {
  func refusal(_ fault: Fault, of request: ConnectionRequest, retryAfter: Duration?) -> FaultAnswer {
    let error =
      switch fault {
      case .unauthorized: DeepSeekError.unauthorized
      case .paymentRequired: DeepSeekError.error(402, "Insufficient Balance", type: "unknown_error")
      case .rateLimited: DeepSeekError.error(429, "Rate Limit Reached", type: "rate_limit_error")
      case .overloaded: DeepSeekError.error(503, "Server Overloaded", type: "service_unavailable_error")
      default: DeepSeekError.error(500, "Server Error", type: "internal_server_error")
      }
    return .response(status: error.status, headers: Self.retryAfter(retryAfter), body: error.body)
  }

  func unknownEvent(of request: ConnectionRequest) -> String { OpenAIFaults().unknownEvent(of: request) }
}
