import LabProviders

/// What went wrong, in ElevenLabs' words.
struct ElevenLabsError: Hashable, Sendable {
  var httpStatus: Int
  /// The service's name for it.
  var status: String
  var message: String
  /// Where in the request it is, when the request's form is wrong; the service then answers in another shape.
  var location: [String] = []

  static let noKey = ElevenLabsError(
    httpStatus: 401, status: "needs_authorization",
    message: "Neither authorization header nor xi-api-key received, please provide one.")

  static let noModel = ElevenLabsError(
    httpStatus: 400, status: "model_not_found", message: "There is no such model for speech synthesis.")

  /// A request whose form is wrong.
  static func invalid(_ location: [String], _ message: String, type: String) -> ElevenLabsError {
    ElevenLabsError(httpStatus: 422, status: type, message: message, location: location)
  }

  /// The body of an HTTP answer.
  var body: String {
    let message = JSONText.quoted(message)
    let status = JSONText.quoted(status)
    guard location.isEmpty else {
      let place = location.map(JSONText.quoted).joined(separator: ",")
      return "{\"detail\":[{\"loc\":[\(place)],\"msg\":\(message),\"type\":\(status)}]}"
    }
    return "{\"detail\":{\"status\":\(status),\"message\":\(message)}}"
  }

  /// The message on a speech WebSocket, after which the service closes.
  var webSocketMessage: String {
    "{\"message\":\(JSONText.quoted(message)),\"error\":\(JSONText.quoted(status)),\"code\":1008}"
  }
}

/// What ElevenLabs' routes have in common: the key, the request id, and errors before a stream begins.
struct ElevenLabsHandshake {
  let request: ConnectionRequest
  let query: QueryString

  init(_ request: ConnectionRequest) {
    self.request = request
    query = QueryString(target: request.target)
  }

  /// The request carries a key of some kind.
  var hasKey: Bool {
    let headers = ["xi-api-key", "authorization"].compactMap { request.headers.value(of: $0) }
    let items = ["authorization", "single_use_token", "token"].compactMap { query[$0] }
    return (headers + items).contains { !$0.isEmpty }
  }

  /// Answers an HTTP request with an error.
  static func refuse(_ error: ElevenLabsError, requestID: String, into actions: inout [ServerAction]) {
    actions.answer(
      status: error.httpStatus, headers: [HeaderField("request-id", requestID)], json: error.body)
  }
}
