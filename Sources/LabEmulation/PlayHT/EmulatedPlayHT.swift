import LabProviders
import LabStatistics
import LabTimeline

/// The server half of PlayHT's speech synthesis over HTTP, as it was until the service ended on 31 December
/// 2025: one text, one streamed body.
///
/// Every voice is known and every key is taken. Compressed formats are refused.
///
/// Source: PlayHT API v2 and Python SDK 0.1.14.
struct EmulatedPlayHT: EmulatedExchange {
  private static let deliveryTimer = ServerTimer(0)

  private let request: ConnectionRequest
  private let body: PlayHTBody?
  private let profile: TextToSpeechProfile?
  private let needsKey: Bool
  private var generator: SeededGenerator
  private var delivery: SpeechDelivery?
  private var hasBegun = false

  /// - Parameters:
  ///   - body: The request's, as far as it could be read.
  ///   - profile: `nil` when the service has no such engine.
  ///   - needsKey: The address itself does not authorise the request.
  init(
    request: ConnectionRequest, body: PlayHTBody?, profile: TextToSpeechProfile?, needsKey: Bool,
    generator: SeededGenerator
  ) {
    self.request = request
    self.body = body
    self.profile = profile
    self.needsKey = needsKey
    self.generator = generator
  }

  mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]) {
    switch input {
    case .opened: open(at: now, into: &actions)
    case .timer: deliver(at: now, into: &actions)
    case .closed: delivery = nil
    case .message: break
    }
  }

  private mutating func open(at now: LabInstant, into actions: inout [ServerAction]) {
    if needsKey, !PlayHTEmulation.hasKey(request) {
      return PlayHTEmulation.refuse(
        status: 401, "UNAUTHORIZED", "The headers Authorization and X-User-Id are required.", into: &actions)
    }
    guard let body, let profile else {
      return PlayHTEmulation.refuse(
        status: 400, "INVALID_REQUEST", "The body must name a text and a known voice_engine.", into: &actions)
    }
    if let fault = body.fault {
      return PlayHTEmulation.refuse(status: 400, "INVALID_REQUEST", fault, into: &actions)
    }
    var delivery = SpeechDelivery(profile: profile, sampleRate: body.audio.sampleRate, speed: body.speed ?? 1)
    delivery.add(body.text, at: now, using: &generator)
    self.delivery = delivery
    deliver(at: now, into: &actions)
  }

  private mutating func deliver(at now: LabInstant, into actions: inout [ServerAction]) {
    guard let body else { return }
    for piece in delivery?.pieces(at: now) ?? [] {
      if !hasBegun {
        hasBegun = true
        actions.append(.respond(status: 200, headers: [HeaderField("Content-Type", body.contentType)]))
        if body.isWave {
          let header = WaveHeader.streamed(sampleRate: body.audio.sampleRate, encoding: body.audio.encoding)
          actions.append(.body(header, received: nil))
        }
      }
      switch piece {
      case .audio(let bytes, _, let received):
        actions.append(.body(body.audio.encoding.encode(bytes), received: received))
      case .finished: actions.append(.endBody)
      }
    }
    if let due = delivery?.due { actions.append(.setTimer(Self.deliveryTimer, after: due - now)) }
  }
}
