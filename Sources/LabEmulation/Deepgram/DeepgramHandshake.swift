import LabProviders
import LabStatistics

/// What Deepgram's routes have in common: the key, the request id, and errors before a stream begins.
///
/// Source: Deepgram API errors and authentication, SDK 7.17.0.
struct DeepgramHandshake {
  let request: ConnectionRequest
  let query: QueryString
  let requestID: String

  init(request: ConnectionRequest, generator: inout SeededGenerator) {
    self.request = request
    query = QueryString(target: request.target)
    requestID = generator.uuid()
  }

  /// The answer to a request that cannot be served; `nil` when the key is there.
  var refusal: Refusal? {
    let value = request.headers.value(of: "Authorization") ?? ""
    let scheme = value.split(separator: " ", maxSplits: 1).first?.lowercased()
    guard scheme == "token" || scheme == "bearer", value.split(separator: " ").count == 2 else {
      return Refusal(status: 401, code: "INVALID_AUTH", message: "Invalid credentials.")
    }
    return nil
  }

  /// A refusal in Deepgram's words.
  struct Refusal {
    var status: Int
    var code: String
    var message: String
  }

  /// Answers with a refusal.
  func refuse(_ refusal: Refusal, into actions: inout [ServerAction]) {
    let body =
      "{\"err_code\":\(JSONText.quoted(refusal.code)),\"err_msg\":\(JSONText.quoted(refusal.message)),"
      + "\"request_id\":\"\(requestID)\"}"
    actions.answer(
      status: refusal.status, headers: headers + [HeaderField("dg-error", refusal.message)], json: body)
  }

  /// The headers of every answer.
  var headers: [HeaderField] { [HeaderField("dg-request-id", requestID)] }
}
