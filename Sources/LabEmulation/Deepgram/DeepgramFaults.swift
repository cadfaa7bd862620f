import LabProviders

/// What goes wrong with Deepgram, in its words.
///
/// Source: Deepgram's API errors and error codes of WebSockets, documentation of 2025-07. The longest
/// duration is documented for speak (NET-0003); listen is assumed to say the same.
struct DeepgramFaults: FaultResponses {
  func refusal(_ fault: Fault, of request: ConnectionRequest, retryAfter: Duration?) -> FaultAnswer {
    let isSpeech = request.target.contains("/speak")
    let (status, code, message): (Int, String, String) =
      switch fault {
      case .unauthorized: (401, "INVALID_AUTH", "Invalid credentials.")
      case .paymentRequired:
        (402, "ASR_PAYMENT_REQUIRED", "Project does not have enough credits for an ASR request.")
      case .rateLimited where isSpeech && request.transport != .webSocket:
        (429, "Too Many Requests", "Please try again later.")
      case .rateLimited: (429, "TOO_MANY_REQUESTS", "Too many requests. Please try again later")
      case .overloaded: (503, "SERVICE_UNAVAILABLE", "The service is temporarily unavailable.")
      default: (500, "INTERNAL_SERVER_ERROR", "An internal server error occurred.")
      }
    let id = "00000000-0000-4000-a000-000000000000"
    let name = isSpeech && fault == .overloaded ? "error_code" : "err_code"
    return .response(
      status: status,
      headers: [HeaderField("dg-request-id", id), HeaderField("dg-error", message)]
        + Self.retryAfter(retryAfter),
      body: "{\"\(name)\":\(JSONText.quoted(code)),\"err_msg\":\(JSONText.quoted(message)),"
        + "\"request_id\":\"\(id)\"}")
  }

  func sessionLimit(of request: ConnectionRequest) -> FaultAnswer.Farewell {
    .init(code: 1011, reason: "NET-0003: The session has reached its time limit.")
  }

  func unknownMessage(of request: ConnectionRequest) -> String { #"{"type":"TurnLabUnknown"}"# }
}
