import LabProviders
import LabStatistics
import LabTimeline

/// The server half of ElevenLabs' speech synthesis over HTTP: one text, one streamed body, bare or as lines
/// of JSON with the times of its characters.
///
/// Every voice is known and every key is taken; limits of plans are not kept. Compressed formats are refused.
///
/// Source: ElevenLabs API, Python SDK 2.78.0 and OpenAPI document of 2026-08-22.
struct EmulatedElevenLabsHTTP: EmulatedExchange {
  private static let deliveryTimer = ServerTimer(0)
  /// The most characters of a request, for Flash and Turbo v2.5.
  private static let longestText = 40_000

  private let handshake: ElevenLabsHandshake
  private let options: ElevenLabsOptions
  private let hasTimes: Bool
  private let profile: TextToSpeechProfile?
  private let audio: AudioFormat
  private let requestID: String
  private var generator: SeededGenerator
  private var delivery: SpeechDelivery?
  private var times: SpokenTimes?
  private var characters = 0
  private var hasBegun = false

  /// - Parameters:
  ///   - hasTimes: The answer tells when characters are said.
  ///   - profile: `nil` when the service has no such model.
  init(
    request: ConnectionRequest, hasTimes: Bool, profile: TextToSpeechProfile?, generator: SeededGenerator
  ) {
    self.generator = generator
    self.hasTimes = hasTimes
    self.profile = profile
    handshake = ElevenLabsHandshake(request)
    requestID = self.generator.uuid().filter { $0 != "-" }
    options = ElevenLabsOptions(handshake.query)
    audio = options.audio ?? AudioFormat(encoding: .integer16, sampleRate: 24_000)
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
    let body = JSONText.read(Body.self, from: handshake.request.body)
    if let error = refusal(of: body) {
      return ElevenLabsHandshake.refuse(error, requestID: requestID, into: &actions)
    }
    guard let body, let profile else { return }
    characters = body.text.count
    var delivery = SpeechDelivery(
      profile: profile, sampleRate: audio.sampleRate, speed: body.voiceSettings?.speed ?? 1)
    times = delivery.add(body.text, at: now, using: &generator)
    self.delivery = delivery
    deliver(at: now, into: &actions)
  }

  private func refusal(of body: Body?) -> ElevenLabsError? {
    guard handshake.hasKey else { return .noKey }
    if let refusal = options.refusal { return refusal }
    guard let body else {
      return .invalid(["body", "text"], "The body must be a JSON object with a text.", type: "missing")
    }
    guard profile != nil else { return .noModel }
    guard body.text.contains(where: { !$0.isWhitespace }) else {
      return .init(httpStatus: 400, status: "input_text_empty", message: "The text is empty.")
    }
    guard body.text.count <= Self.longestText else {
      return .init(
        httpStatus: 400, status: "max_character_limit_exceeded",
        message:
          "A single request has at most \(Self.longestText) characters; this one has \(body.text.count).")
    }
    guard body.voiceSettings?.isValid ?? true else {
      return .init(
        httpStatus: 400, status: "invalid_voice_settings", message: "speed must be from 0.7 to 1.2.")
    }
    return nil
  }

  private mutating func deliver(at now: LabInstant, into actions: inout [ServerAction]) {
    for piece in delivery?.pieces(at: now) ?? [] {
      if !hasBegun {
        hasBegun = true
        actions.append(.respond(status: 200, headers: headers))
      }
      switch piece {
      case .audio(let bytes, let start, let received):
        let encoded = audio.encoding.encode(bytes)
        actions.append(.body(hasTimes ? line(encoded, isFirst: start == 0) : encoded, received: received))
      case .finished: actions.append(.endBody)
      }
    }
    if let due = delivery?.due { actions.append(.setTimer(Self.deliveryTimer, after: due - now)) }
  }

  private func line(_ bytes: [UInt8], isFirst: Bool) -> [UInt8] {
    let alignment =
      times.flatMap {
        isFirst ? ElevenLabsAlignment.seconds($0.characters, sampleRate: audio.sampleRate) : nil
      } ?? "null"
    return Array(
      ("{\"audio_base64\":\"\(Base64Text.encoded(bytes))\",\"alignment\":\(alignment),"
        + "\"normalized_alignment\":\(alignment)}\n").utf8)
  }

  private var headers: [HeaderField] {
    [
      HeaderField("Content-Type", hasTimes ? "application/json" : options.contentType),
      HeaderField("request-id", requestID), HeaderField("character-cost", String(characters)),
      HeaderField("current-concurrent-requests", "1"), HeaderField("maximum-concurrent-requests", "30"),
      HeaderField("x-region", "emulated"),
    ]
  }

  private struct Body: Decodable {
    var text: String
    var voiceSettings: ElevenLabsVoiceSettings?

    private enum CodingKeys: String, CodingKey {
      case text
      case voiceSettings = "voice_settings"
    }
  }
}
