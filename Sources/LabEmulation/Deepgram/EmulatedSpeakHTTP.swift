import LabProviders
import LabStatistics
import LabTimeline

/// The server half of Deepgram's speech synthesis over HTTP (speak v1, Aura): one text, one streamed body.
///
/// Source: Deepgram speak v1, SDK 7.17.0 and documentation of 2025-07.
struct EmulatedSpeakHTTP: EmulatedExchange {
  private static let deliveryTimer = ServerTimer(0)

  private let handshake: DeepgramHandshake
  private let options: SpeakOptions
  private var generator: SeededGenerator
  private var delivery: SpeechDelivery
  private var characters = 0
  private var hasBegun = false

  init(request: ConnectionRequest, profile: TextToSpeechProfile, generator: SeededGenerator) {
    self.generator = generator
    handshake = DeepgramHandshake(request: request, generator: &self.generator)
    options = SpeakOptions(handshake.query, defaultEncoding: "mp3")
    delivery = SpeechDelivery(profile: profile, sampleRate: options.sampleRate, speed: options.speed)
  }

  mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]) {
    switch input {
    case .opened: open(at: now, into: &actions)
    case .timer: deliver(at: now, into: &actions)
    case .closed: delivery.clear()
    case .message: break
    }
  }

  private mutating func open(at now: LabInstant, into actions: inout [ServerAction]) {
    if let refusal = handshake.refusal ?? options.refusal { return handshake.refuse(refusal, into: &actions) }
    guard let body = JSONText.read(Body.self, from: handshake.request.body) else {
      return handshake.refuse(
        .init(status: 400, code: "PAYLOAD_ERROR", message: "The body must be JSON with 'text'."),
        into: &actions)
    }
    guard body.text.contains(where: { !$0.isWhitespace }) else {
      return handshake.refuse(
        .init(status: 400, code: "Bad Request", message: "Input text contains no characters."), into: &actions
      )
    }
    guard body.text.count <= 2000 else {
      return handshake.refuse(
        .init(status: 413, code: "Payload Too Large", message: "Input text exceeds 2000 characters."),
        into: &actions)
    }
    characters = body.text.count
    delivery.add(body.text, at: now, using: &generator)
    deliver(at: now, into: &actions)
  }

  private mutating func deliver(at now: LabInstant, into actions: inout [ServerAction]) {
    for piece in delivery.pieces(at: now) {
      if !hasBegun {
        hasBegun = true
        actions.append(.respond(status: 200, headers: headers))
      }
      switch piece {
      case .audio(let bytes, _, let received): actions.append(.body(bytes, received: received))
      case .finished: actions.append(.endBody)
      }
    }
    if let due = delivery.due { actions.append(.setTimer(Self.deliveryTimer, after: due - now)) }
  }

  private var headers: [HeaderField] {
    handshake.headers + [
      HeaderField("Content-Type", "audio/l16;rate=\(options.sampleRate);channels=1"),
      HeaderField("dg-model-name", options.model), HeaderField("dg-char-count", String(characters)),
    ]
  }

  private struct Body: Decodable {
    var text: String
  }
}
