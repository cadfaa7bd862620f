import LabProviders

/// What goes wrong with OpenAI, and with services that speak like it, in its words. It has no 402: an account
/// without credit is told with 429.
///
/// Source: OpenAI OpenAPI 2.3.0 (2026-08-21) and the platform's page of error codes; 6.9 of the lab's
/// reference for sessions of the Realtime API.
struct OpenAIFaults: FaultResponses {
  func refusal(_ fault: Fault, of request: ConnectionRequest, retryAfter: Duration?) -> FaultAnswer {
    let error =
      switch fault {
      case .unauthorized:
        ChatError(
          status: 401, message: "Incorrect API key provided.", type: "invalid_request_error",
          code: "invalid_api_key")
      case .paymentRequired:
        ChatError(
          status: 429,
          message: "You exceeded your current quota, please check your plan and billing details.",
          type: "insufficient_quota", code: "insufficient_quota")
      case .rateLimited:
        ChatError(
          status: 429, message: "Rate limit reached for requests.", type: "requests",
          code: "rate_limit_exceeded")
      case .overloaded:
        ChatError(
          status: 503, message: "The server is currently overloaded. Please try again later.",
          type: "server_error", code: "server_is_overloaded")
      default:
        ChatError(
          status: 500, message: "The server had an error while processing your request.",
          type: "server_error", code: nil)
      }
    return .response(
      status: error.status,
      headers: ChatError.headers(requestID: "req_fault", milliseconds: 0) + Self.retryAfter(retryAfter),
      body: error.body)
  }

  func sessionLimit(of request: ConnectionRequest) -> FaultAnswer.Farewell {
    let error =
      "{\"type\":\"error\",\"event_id\":\"event_fault\",\"error\":{\"type\":\"invalid_request_error\","
      + "\"code\":\"session_expired\",\"message\":\"Your session hit the maximum duration.\",\"param\":null,"
      + "\"event_id\":null}}"
    return .init(messages: [error], code: 1001, reason: "")
  }

  func unknownMessage(of request: ConnectionRequest) -> String {
    #"{"type":"turnlab.unknown","event_id":"event_unknown"}"#
  }

  func unknownEvent(of request: ConnectionRequest) -> String {
    guard request.target.contains("/chat/completions") else {
      return "event: turnlab.unknown\ndata: {\"type\":\"turnlab.unknown\",\"sequence_number\":0}\n\n"
    }
    // Chat completions have no types: an unknown message is a chunk of another kind that holds no choice.
    return
      "data: {\"id\":\"unknown\",\"object\":\"turnlab.unknown\",\"created\":0,\"model\":\"\",\"choices\":[]}\n\n"
  }
}
