import LabProviders

/// What goes wrong with Anthropic, in its words: it is overloaded with 529.
///
/// Source: Anthropic's page of API errors and Python SDK 2.11.0, October 2026.
struct AnthropicFaults: FaultResponses {
  func refusal(_ fault: Fault, of request: ConnectionRequest, retryAfter: Duration?) -> FaultAnswer {
    let (status, type, message): (Int, String, String) =
      switch fault {
      case .unauthorized: (401, "authentication_error", "invalid x-api-key")
      case .paymentRequired: (402, "billing_error", "Your credit balance is too low.")
      case .rateLimited: (429, "rate_limit_error", "This request would exceed your account's rate limit.")
      case .overloaded: (529, "overloaded_error", "Overloaded")
      default: (500, "api_error", "Internal server error")
      }
    let id = "req_fault"
    return .response(
      status: status, headers: [HeaderField("request-id", id)] + Self.retryAfter(retryAfter),
      body: "{\"type\":\"error\",\"error\":{\"type\":\"\(type)\",\"message\":\(JSONText.quoted(message))},"
        + "\"request_id\":\"\(id)\"}")
  }
}
