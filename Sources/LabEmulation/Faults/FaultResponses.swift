import LabProviders
import LabTimeline

/// How a vendor words what goes wrong. Whatever a vendor does not say has a sensible default, so that a new
/// vendor's services fail by plan from the first day.
protocol FaultResponses: Sendable {
  /// The vendor's no to a request: ``Fault/unauthorized``, ``Fault/paymentRequired``, ``Fault/rateLimited``,
  /// ``Fault/serverError`` or ``Fault/overloaded``.
  func refusal(_ fault: Fault, of request: ConnectionRequest, retryAfter: Duration?) -> FaultAnswer
  /// What the vendor says when a session has lasted too long.
  func sessionLimit(of request: ConnectionRequest) -> FaultAnswer.Farewell
  /// A JSON object of a type that the vendor does not have, as a WebSocket message.
  func unknownMessage(of request: ConnectionRequest) -> String
  /// The same as a piece of a stream of server-sent events.
  func unknownEvent(of request: ConnectionRequest) -> String
  /// Whether a message holds a settled piece of a transcript.
  func isFinal(_ message: String) -> Bool
  /// Whether a client's message takes back speech that it had asked for.
  func isCancel(_ message: String) -> Bool
}

/// How a service says no.
enum FaultAnswer: Sendable {
  /// With an HTTP response; to a WebSocket's upgrade it is a refusal.
  case response(status: Int, headers: [HeaderField], body: String)
  /// On the WebSocket, which is accepted first.
  case farewell(Farewell)

  /// The last words on a WebSocket and how it is closed.
  struct Farewell: Sendable {
    var messages: [String] = []
    var code: Int
    var reason: String
  }

  /// What the service does.
  var actions: [ServerAction] {
    switch self {
    case .response(let status, let headers, let body):
      var actions: [ServerAction] = []
      actions.answer(status: status, headers: headers, json: body)
      return actions
    case .farewell(let farewell): return [.accept(headers: [])] + farewell.actions
    }
  }
}

extension FaultAnswer.Farewell {
  var actions: [ServerAction] {
    messages.map { .send(.text($0), received: nil) } + [.close(code: code, reason: reason)]
  }
}

extension FaultResponses {
  func refusal(_ fault: Fault, of request: ConnectionRequest, retryAfter: Duration?) -> FaultAnswer {
    let (status, type, message) = Self.plainRefusal(fault)
    return .response(
      status: status, headers: Self.retryAfter(retryAfter),
      body: "{\"error\":{\"type\":\"\(type)\",\"message\":\(JSONText.quoted(message))}}")
  }

  func sessionLimit(of request: ConnectionRequest) -> FaultAnswer.Farewell {
    .init(code: 1008, reason: "The session has reached its longest duration.")
  }

  func unknownMessage(of request: ConnectionRequest) -> String {
    #"{"type":"turnlab_unknown","message_type":"turnlab_unknown"}"#
  }

  func unknownEvent(of request: ConnectionRequest) -> String {
    "event: turnlab_unknown\ndata: {\"type\":\"turnlab_unknown\"}\n\n"
  }

  func isFinal(_ message: String) -> Bool {
    let marks = [
      #""is_final":true"#, #""is_final": true"#, #""end_of_turn":true"#, #""end_of_turn": true"#,
      #""committed_transcript"#, #"transcription.completed""#, #""EndOfTurn""#,
    ]
    return marks.contains { message.contains($0) }
  }

  func isCancel(_ message: String) -> Bool {
    message.contains(#""Clear""#) || message.contains(#""cancel":true"#)
      || message.contains(#""cancel": true"#)
      || message.contains(#""close_context":true"#)
  }

  /// The status that a fault is usually told with, a word and a sentence.
  static func plainRefusal(_ fault: Fault) -> (status: Int, type: String, message: String) {
    switch fault {
    case .unauthorized: (401, "unauthorized", "The key is not valid.")
    case .paymentRequired: (402, "payment_required", "The account has no credit left.")
    case .rateLimited: (429, "rate_limited", "Too many requests. Please try again later.")
    case .overloaded: (503, "overloaded", "The service is overloaded. Please try again later.")
    default: (500, "server_error", "The service had an internal error.")
    }
  }

  /// `Retry-After` in whole seconds, rounded up, as HTTP has it (RFC 9110, section 10.2.3).
  static func retryAfter(_ duration: Duration?) -> [HeaderField] {
    duration.map { [HeaderField("Retry-After", String(Int(($0.milliseconds / 1000).rounded(.up))))] } ?? []
  }
}

/// The words of a vendor that has none of its own here.
struct PlainFaultResponses: FaultResponses {}
