import LabProviders

/// OpenAI's errors before a stream, and the headers of every answer.
struct ChatError {
  var status: Int
  var message: String
  var type: String
  var code: String?
  /// The field of the request that is at fault.
  var param: String?

  static let unauthorised = ChatError(
    status: 401, message: "You didn't provide an API key.", type: "invalid_request_error",
    code: "invalid_api_key")
  static let malformed = ChatError(
    status: 400, message: "The body must be JSON with 'model' and a non-empty 'messages'.",
    type: "invalid_request_error", code: nil)

  static func unknownModel(_ model: String) -> ChatError {
    ChatError(
      status: 404, message: "The model '\(model)' does not exist or you do not have access to it.",
      type: "invalid_request_error", code: "model_not_found")
  }

  /// The request has a field that is missing or makes no sense.
  static func invalid(_ param: String?, _ message: String, code: String? = nil) -> ChatError {
    ChatError(status: 400, message: message, type: "invalid_request_error", code: code, param: param)
  }

  static func isAuthorised(_ request: ConnectionRequest) -> Bool {
    let value = request.headers.value(of: "Authorization") ?? ""
    return value.hasPrefix("Bearer ") && value.count > 7
  }

  /// The JSON that says so.
  var body: String {
    "{\"error\":\(object)}"
  }

  /// The object in it.
  var object: String {
    let code = code.map(JSONText.quoted) ?? "null"
    let param = param.map(JSONText.quoted) ?? "null"
    return
      "{\"message\":\(JSONText.quoted(message)),\"type\":\"\(type)\",\"param\":\(param),\"code\":\(code)}"
  }

  static func headers(requestID: String, milliseconds: Int) -> [HeaderField] {
    [
      HeaderField("x-request-id", requestID), HeaderField("openai-version", "2020-10-01"),
      HeaderField("openai-organization", "emulated"),
      HeaderField("openai-processing-ms", String(milliseconds)),
      HeaderField("x-ratelimit-limit-requests", "10000"),
      HeaderField("x-ratelimit-limit-tokens", "2000000"),
      HeaderField("x-ratelimit-remaining-requests", "9999"),
      HeaderField("x-ratelimit-remaining-tokens", "1999000"),
      HeaderField("x-ratelimit-reset-requests", "6ms"), HeaderField("x-ratelimit-reset-tokens", "30ms"),
    ]
  }
}
