import LabProviders
import LabStatistics
import LabTimeline

/// The server half of ElevenLabs' speech synthesis over a WebSocket (stream-input).
///
/// Text is kept until the schedule, a flush, the mode or the end of the text asks for it; then it is spoken,
/// each generation with a silence in front of it. After the end of the text the last message is sent and the
/// connection is closed. Every voice is known and every key is taken; limits of plans are not kept.
/// Compressed formats are refused.
///
/// Source: ElevenLabs WebSocket guide of 2025-08-25, Python SDK 2.78.0.
struct EmulatedStreamInput: EmulatedExchange {
  private enum Timer {
    static let outbox = ServerTimer(0)
    static let delivery = ServerTimer(1)
    static let inactivity = ServerTimer(2)
  }

  private let handshake: ElevenLabsHandshake
  private let options: ElevenLabsOptions
  private let handshakeLatency: LatencyModel
  private let hasModel: Bool
  private let audio: AudioFormat
  private var generator: SeededGenerator
  private var outbox = Outbox(timer: Timer.outbox)
  private var delivery: SpeechDelivery
  private var buffer = ElevenLabsTextBuffer()
  /// When the characters of each text are spoken that is not delivered, oldest first.
  private var times: [SpokenTimes] = []
  private var hasBegun = false
  private var lastText = LabInstant.origin
  /// The client has ended the text.
  private var isEnding = false
  private var isOver = false

  /// - Parameter profile: `nil` when the service has no such model.
  init(request: ConnectionRequest, profile: TextToSpeechProfile?, generator: SeededGenerator) {
    self.generator = generator
    hasModel = profile != nil
    let profile =
      profile ?? TextToSpeechProfile(firstAudio: .fixed(.zero), leadingSilence: .fixed(.zero))
    handshakeLatency = profile.handshake
    handshake = ElevenLabsHandshake(request)
    options = ElevenLabsOptions(handshake.query)
    audio = options.audio ?? AudioFormat(encoding: .integer16, sampleRate: 24_000)
    delivery = SpeechDelivery(profile: profile, sampleRate: audio.sampleRate, speed: 1)
  }

  mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]) {
    switch input {
    case .opened:
      outbox.add(
        .accept(headers: []), after: handshakeLatency.draw(using: &generator), at: now, into: &actions)
      lastText = now
      actions.append(.setTimer(Timer.inactivity, after: options.inactivityTimeout))
    case .message(.text(let message)):
      if !isOver, !isEnding { receive(message, at: now, into: &actions) }
    case .message(.binary):
      fail(.init(httpStatus: 400, status: "invalid_input_message", message: Self.noMessage), into: &actions)
    case .timer(Timer.outbox): outbox.timerFired(at: now, into: &actions)
    case .timer(Timer.delivery): deliver(at: now, into: &actions)
    case .timer: lookForText(at: now, into: &actions)
    case .closed:
      isOver = true
      outbox.clear()
      delivery.clear()
    }
  }

  private static let noMessage = "The message is not a JSON object with a text."

  private mutating func receive(_ text: String, at now: LabInstant, into actions: inout [ServerAction]) {
    guard let message = JSONText.read(Message.self, from: text) else {
      return fail(
        .init(httpStatus: 400, status: "invalid_input_message", message: Self.noMessage), into: &actions)
    }
    lastText = now
    if !hasBegun {
      hasBegun = true
      if let error = begin(message) { return fail(error, into: &actions) }
    }
    if let speed = message.voiceSettings?.speed { delivery.speed = speed }
    guard message.voiceSettings?.isValid ?? true else { return fail(Self.badSpeed, into: &actions) }
    isEnding = message.text.isEmpty && message.flush != true
    let more = buffer.append(
      message.text, isForced: isEnding || message.flush == true || options.generatesAtOnce,
      isTried: message.triesGeneration == true)
    if let more { times.append(delivery.add(more, at: now, using: &generator)) }
    deliver(at: now, into: &actions)
  }

  /// Takes the settings of the first message, which may carry the key.
  private mutating func begin(_ message: Message) -> ElevenLabsError? {
    guard handshake.hasKey || message.hasKey else { return .noKey }
    guard hasModel else { return .noModel }
    if let refusal = options.refusal { return refusal }
    guard let schedule = message.generationConfig?.chunkLengthSchedule else { return nil }
    guard !schedule.isEmpty, schedule.allSatisfy(ElevenLabsTextBuffer.entries.contains) else {
      return ElevenLabsError(
        httpStatus: 400, status: "invalid_generation_config",
        message: "Each entry of chunk_length_schedule must be from 50 to 500.")
    }
    buffer.schedule = schedule
    return nil
  }

  private static let badSpeed = ElevenLabsError(
    httpStatus: 400, status: "invalid_voice_settings", message: "speed must be from 0.7 to 1.2.")

  private mutating func deliver(at now: LabInstant, into actions: inout [ServerAction]) {
    for piece in delivery.pieces(at: now) {
      switch piece {
      case .audio(let bytes, let start, let received):
        actions.append(.send(.text(message(bytes, from: start)), received: received))
      case .finished: times.removeFirst()
      }
    }
    if let due = delivery.due { actions.append(.setTimer(Timer.delivery, after: due - now)) }
    guard isEnding, !isOver, delivery.isEmpty else { return }
    isOver = true
    let last = #"{"audio":null,"isFinal":true,"normalizedAlignment":null,"alignment":null}"#
    actions.append(.cancelTimer(Timer.inactivity))
    actions.append(.send(.text(last), received: nil))
    actions.append(.close(code: 1000, reason: ""))
  }

  private func message(_ bytes: [UInt8], from start: Int) -> String {
    let alignment = alignment(start..<(start + bytes.count / 2))
    return "{\"audio\":\"\(Base64Text.encoded(audio.encoding.encode(bytes)))\",\"isFinal\":null,"
      + "\"normalizedAlignment\":\(alignment),\"alignment\":\(alignment)}"
  }

  /// The characters that come with a piece of audio: those that begin in it, or those of the whole text with
  /// its first piece.
  private func alignment(_ samples: Range<Int>) -> String {
    guard let times = times.first else { return "null" }
    let pieces =
      if options.alignsEveryPiece {
        times.characters(beginningIn: samples)
      } else {
        samples.lowerBound == 0 ? times.characters : []
      }
    guard !pieces.isEmpty else { return "null" }
    return ElevenLabsAlignment.milliseconds(
      pieces, from: samples.lowerBound, sampleRate: delivery.sampleRate)
  }

  /// Looks whether the text has stayed away for too long; if not, waits for the rest.
  private mutating func lookForText(at now: LabInstant, into actions: inout [ServerAction]) {
    guard !isOver, !isEnding else { return }
    let rest = lastText + options.inactivityTimeout - now
    guard rest <= .zero else { return actions.append(.setTimer(Timer.inactivity, after: rest)) }
    let seconds = Double(options.inactivityTimeout.nanoseconds) / 1e9
    fail(
      .init(
        httpStatus: 400, status: "input_timeout_exceeded",
        message: "Have not received a new text input within the timeout of \(seconds) seconds. "
          + "Streaming input terminated. Please make sure to send \"\" as a text input to end the stream."),
      into: &actions)
  }

  private mutating func fail(_ error: ElevenLabsError, into actions: inout [ServerAction]) {
    guard !isOver else { return }
    isOver = true
    delivery.clear()
    actions.append(.cancelTimer(Timer.delivery))
    actions.append(.cancelTimer(Timer.inactivity))
    actions.append(.send(.text(error.webSocketMessage), received: nil))
    actions.append(.close(code: 1008, reason: error.message))
  }

  private struct Message: Decodable {
    var text: String
    var flush: Bool?
    var triesGeneration: Bool?
    var voiceSettings: ElevenLabsVoiceSettings?
    var generationConfig: GenerationConfig?
    private var key: String?
    private var olderKey: String?
    private var authorization: String?

    var hasKey: Bool { [key, olderKey, authorization].contains { $0?.isEmpty == false } }

    private enum CodingKeys: String, CodingKey {
      case text, flush, authorization
      case triesGeneration = "try_trigger_generation"
      case voiceSettings = "voice_settings"
      case generationConfig = "generation_config"
      case key = "xi-api-key"
      case olderKey = "xi_api_key"
    }

    struct GenerationConfig: Decodable {
      var chunkLengthSchedule: [Int]?

      private enum CodingKeys: String, CodingKey {
        case chunkLengthSchedule = "chunk_length_schedule"
      }
    }
  }
}
