import LabProviders

/// What went wrong, in Cartesia's words.
struct CartesiaError: Hashable, Sendable {
  var status: Int
  var title: String
  var message: String
  /// A stable word of the service.
  var code: String

  static func invalid(_ message: String) -> CartesiaError {
    CartesiaError(status: 400, title: "Invalid request", message: message, code: "invalid_request")
  }

  static let noKey = CartesiaError(
    status: 401, title: "Unauthorized", message: "The request carries no API key or access token.",
    code: "unauthorized")
  static let noVersion = CartesiaError.invalid(
    "The header Cartesia-Version must be a date such as 2026-08-14.")

  static func noModel(_ name: String) -> CartesiaError {
    CartesiaError(
      status: 404, title: "Model not found", message: "There is no model “\(name)”.", code: "model_not_found")
  }

  /// The members of an error object, without the braces.
  func fields(requestID: String) -> String {
    "\"title\":\(JSONText.quoted(title)),\"message\":\(JSONText.quoted(message)),"
      + "\"error_code\":\(JSONText.quoted(code)),\"status_code\":\(status),\"request_id\":\"\(requestID)\""
  }
}

/// What Cartesia's routes have in common: the key, the version, and errors before a stream begins.
struct CartesiaHandshake {
  let request: ConnectionRequest
  let query: QueryString
  let requestID: String

  init(_ request: ConnectionRequest, requestID: String) {
    self.request = request
    self.requestID = requestID
    query = QueryString(target: request.target)
  }

  /// Why the request cannot be served; `nil` when its key and version are there.
  var refusal: CartesiaError? {
    let headers = ["Authorization", "X-API-Key"].compactMap { request.headers.value(of: $0) }
    let items = ["access_token", "api_key"].compactMap { query[$0] }
    guard (headers + items).contains(where: { !$0.isEmpty && $0 != "Bearer " }) else { return .noKey }
    let version = request.headers.value(of: "Cartesia-Version") ?? query["cartesia_version"] ?? ""
    guard version.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) != nil else { return .noVersion }
    return nil
  }

  /// Answers with an error.
  func refuse(_ error: CartesiaError, into actions: inout [ServerAction]) {
    actions.answer(
      status: error.status, headers: [HeaderField("Cartesia-Request-ID", requestID)],
      json: "{\(error.fields(requestID: requestID))}")
  }
}
