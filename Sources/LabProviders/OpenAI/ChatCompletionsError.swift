/// The error object, in a body of its own or inside a stream.
struct ChatCompletionsError: Decodable {
  var message: String?
  var type: String?
  var code: String?
  /// A code that is a number is an HTTP status (llama.cpp, vLLM).
  var status: Int?

  private enum CodingKeys: String, CodingKey { case message, type, code }

  init(message: String) {
    self.message = message
  }

  // Servers write a bare text for the object and a number for the code.
  init(from decoder: any Decoder) throws {
    if let words = try decoder.singleValueContainer().read(String.self) {
      message = words
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    message = try container.decodeIfPresent(String.self, forKey: .message)
    type = container.read(String.self, forKey: .type)
    code = container.read(String.self, forKey: .code)
    status = container.read(Int.self, forKey: .code)
  }

  /// The code of a refusal that its status does not tell: an account without credit is refused with 429, as
  /// somebody who asks too often is.
  static func refusalCode(_ body: [UInt8]) -> String? {
    let error = JSONText.read(Body.self, from: body)?.error
    return error?.failureCode == "payment_required" ? "payment_required" : nil
  }

  /// The body of an HTTP error: OpenAI's, with the error in an object of its own; the error itself (older
  /// vLLM, LM Studio); or a `detail`, as servers made with FastAPI write it.
  struct Body: Decodable {
    var error: ChatCompletionsError?

    private enum CodingKeys: String, CodingKey { case error, message, detail }

    private struct Detail: Decodable { var msg: String? }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if container.contains(.error) {
        error = try container.decodeIfPresent(ChatCompletionsError.self, forKey: .error)
      } else if container.contains(.message) {
        error = try ChatCompletionsError(from: decoder)
      } else if let text = container.read(String.self, forKey: .detail) {
        error = ChatCompletionsError(message: text)
      } else if let list = container.read([Detail].self, forKey: .detail) {
        error = ChatCompletionsError(message: list.compactMap(\.msg).joined(separator: "; "))
      }
    }
  }

  /// The stable word for a failure inside a stream, where there is no status.
  var failureCode: String {
    if code == nil, let status, (400...599).contains(status) {
      return ProviderFailure.status(status, message: "").code
    }
    return Self.failureCode(of: code ?? type)
  }

  /// The stable word for a service's own.
  static func failureCode(of code: String?) -> String {
    switch code {
    case "rate_limit_exceeded", "requests", "tokens": "rate_limited"
    case "insufficient_quota", "credit_balance_exhausted": "payment_required"
    case "server_is_overloaded", "slow_down", "overloaded_error", "unavailable_error": "overloaded"
    case "invalid_api_key", "authentication_error": "unauthorized"
    case "model_not_found", "not_found_error": "not_found"
    case "invalid_request_error", "context_length_exceeded", "unsupported_value", "invalid_value",
      "invalid_type", "invalid_event", "unknown_parameter", "missing_required_parameter",
      "exceed_context_size_error":
      "bad_request"
    case "session_expired": "session_expired"
    default: "server_error"
    }
  }
}
