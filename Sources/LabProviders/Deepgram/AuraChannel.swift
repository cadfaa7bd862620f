/// Deepgram's speech synthesis over one WebSocket (Aura), version 1 of the protocol.
///
/// Each chunk goes out as a text and a flush; chunks come back in that order, each ended by the service's
/// `Flushed`. After a `Clear`, everything until the service's `Cleared` belongs to the past and is dropped.
struct AuraChannel: SpeechChannelDialect {
  static let service = "Deepgram"

  let request: AuraRequest
  private var clearsUnanswered = 0

  init(request: AuraRequest) {
    self.request = request
  }

  func connection(_ number: Int) -> ConnectionRequest {
    request.webSocket(connection: number)
  }

  mutating func reset() {
    clearsUnanswered = 0
  }

  func speak(_ text: String) -> [WireMessage] {
    [.text(#"{"type":"Speak","text":\#(JSONText.quoted(text))}"#), .text(#"{"type":"Flush"}"#)]
  }

  mutating func clear() -> [WireMessage] {
    clearsUnanswered += 1
    return [.text(#"{"type":"Clear"}"#)]
  }

  func rest() -> [WireMessage] { [] }

  var isOwed: Bool { clearsUnanswered > 0 }

  var farewell: WireMessage? { .text(#"{"type":"Close"}"#) }

  mutating func read(_ message: WireMessage) -> [SpeechChannelPiece] {
    switch message {
    case .binary(let bytes): clearsUnanswered == 0 ? [.audio(bytes)] : []
    case .text(let text): read(text)
    }
  }

  private mutating func read(_ text: String) -> [SpeechChannelPiece] {
    guard let message = JSONText.read(AuraMessage.self, from: text) else {
      let failure = ProviderFailure(
        code: "bad_message", message: "Deepgram sent a message that is not a speak message.")
      return [.broken(failure)]
    }
    switch message.type {
    case "Flushed": return clearsUnanswered == 0 ? [.finished] : []
    case "Cleared":
      clearsUnanswered = max(0, clearsUnanswered - 1)
      return []
    case "Error":
      let reason = request.configuration.apiKey.redacted(from: message.description ?? "no reason given")
      return [.broken(.init(code: "bad_request", message: "Deepgram reported an error: \(reason)."))]
    default: return []
    }
  }

  func refusal(_ head: ResponseHead) -> ProviderFailure {
    DeepgramHeaders.failure(head, key: request.configuration.apiKey)
  }

  func closed(code: Int, reason: String) -> ProviderFailure {
    DeepgramClose.failure(code: code, reason: reason, key: request.configuration.apiKey)
  }
}

/// A control message of the service; audio comes as binary messages.
private struct AuraMessage: Decodable {
  var type: String?
  var description: String?
}
