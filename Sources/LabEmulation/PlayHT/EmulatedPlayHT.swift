import LabProviders
import LabStatistics
public import LabTimeline

/// The server half of PlayHT's speech synthesis over HTTP, as it was until the service ended on 31 December 2025: one
/// text, one streamed body.
///
/// Every voice is known and every key is taken. Compressed formats are refused.
///
/// Source: PlayHT API v2 and Python SDK 0.1.14.
public struct EmulatedPlayHT: EmulatedExchange {
  private static let deliveryTimer = ServerTimer(0)
  /// The most characters of a request.
  private static let longestText = 20_000

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

  public mutating func handle(
    _ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]
  ) {
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
    if let fault = body.fault(longestText: Self.longestText) {
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

/// The body of a request to speak.
struct PlayHTBody: Decodable, Sendable {
  /// The text, or several that are joined.
  let text: String
  let engine: String
  let speed: Double?
  private let format: String
  private let sampleRate: Int

  private enum CodingKeys: String, CodingKey {
    case text, speed
    case engine = "voice_engine"
    case format = "output_format"
    case sampleRate = "sample_rate"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let texts = try? container.decode([String].self, forKey: .text) {
      text = texts.joined(separator: " ")
    } else {
      text = try container.decode(String.self, forKey: .text)
    }
    engine = try container.decodeIfPresent(String.self, forKey: .engine) ?? "Play3.0-mini"
    speed = try container.decodeIfPresent(Double.self, forKey: .speed)
    format = try container.decodeIfPresent(String.self, forKey: .format) ?? "mp3"
    sampleRate = try container.decodeIfPresent(Int.self, forKey: .sampleRate) ?? 24_000
  }

  var audio: AudioFormat {
    AudioFormat(encoding: format == "mulaw" ? .muLaw : .integer16, sampleRate: sampleRate)
  }

  var isWave: Bool { format == "wav" }

  var contentType: String { isWave ? "audio/wav" : "audio/basic" }

  /// What is wrong with it; `nil` when nothing is.
  func fault(longestText: Int) -> String? {
    guard text.contains(where: { !$0.isWhitespace }) else { return "The text is empty." }
    guard text.count <= longestText else { return "The text has more than \(longestText) characters." }
    guard ["raw", "pcm", "wav", "mulaw"].contains(format) else {
      return "The emulator speaks the formats raw, pcm, wav and mulaw, not \(format)."
    }
    guard (8000...48_000).contains(sampleRate) else { return "sample_rate must be from 8000 to 48000." }
    guard (0.1...5).contains(speed ?? 1) else { return "speed must be from 0.1 to 5." }
    return nil
  }
}
