import LabProviders
import LabStatistics
import LabTimeline

/// The server half of Cartesia's speech synthesis over HTTP: one transcript, one streamed body of audio or of
/// server-sent events.
///
/// Every voice is known, every key is taken, and limits of plans are not kept. MP3 is refused; phonemes are
/// not timed.
///
/// Source: Cartesia API, version 2026-08-14, Python SDK 4.2.0.
struct EmulatedCartesiaHTTP: EmulatedExchange {
  private static let deliveryTimer = ServerTimer(0)

  private let handshake: CartesiaHandshake
  private let profile: TextToSpeechProfile?
  private let sendsEvents: Bool
  private let generation: CartesiaGeneration?
  private let audio: AudioFormat
  private var generator: SeededGenerator
  private var delivery: SpeechDelivery?
  private var times: SpokenTimes?
  private var lastSent = LabInstant.origin
  private var hasBegun = false

  /// - Parameters:
  ///   - generation: The body, as far as it could be read.
  ///   - profile: `nil` when the service has no such model.
  ///   - sendsEvents: The answer is a stream of server-sent events.
  init(
    request: ConnectionRequest, generation: CartesiaGeneration?, profile: TextToSpeechProfile?,
    sendsEvents: Bool, generator: SeededGenerator
  ) {
    self.generator = generator
    self.generation = generation
    self.profile = profile
    self.sendsEvents = sendsEvents
    audio = generation?.audio ?? AudioFormat(encoding: .integer16, sampleRate: 24_000)
    handshake = CartesiaHandshake(request, requestID: self.generator.uuid())
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
    if let refusal = handshake.refusal { return handshake.refuse(refusal, into: &actions) }
    guard let generation else {
      return handshake.refuse(.invalid("The body is not a JSON object of a request."), into: &actions)
    }
    if let fault = generation.fault(containers: sendsEvents ? ["raw"] : ["raw", "wav"]) {
      return handshake.refuse(fault, into: &actions)
    }
    guard let profile else { return handshake.refuse(.noModel(generation.model ?? ""), into: &actions) }
    let transcript = generation.transcript ?? ""
    guard transcript.contains(where: { !$0.isWhitespace }) else {
      return handshake.refuse(.invalid("transcript must not be empty."), into: &actions)
    }
    var delivery = SpeechDelivery(profile: profile, sampleRate: audio.sampleRate, speed: generation.speed)
    times = delivery.add(transcript, at: now, using: &generator)
    self.delivery = delivery
    lastSent = now
    deliver(at: now, into: &actions)
  }

  private mutating func deliver(at now: LabInstant, into actions: inout [ServerAction]) {
    for piece in delivery?.pieces(at: now) ?? [] {
      if !hasBegun { begin(into: &actions) }
      switch piece {
      case .audio(let bytes, let start, let received):
        for part in parts(audio.encoding.encode(bytes), isFirst: start == 0, at: now) {
          actions.append(.body(part, received: received))
        }
      case .finished:
        if sendsEvents {
          actions.append(
            .body(event("done", CartesiaMessage.done(context: generation?.contextID)), received: nil))
        }
        actions.append(.endBody)
      }
    }
    if let due = delivery?.due { actions.append(.setTimer(Self.deliveryTimer, after: due - now)) }
  }

  private mutating func begin(into actions: inout [ServerAction]) {
    hasBegun = true
    let isWave = generation?.container == "wav"
    let type = sendsEvents ? "text/event-stream" : isWave ? "audio/wav" : "application/octet-stream"
    actions.append(
      .respond(
        status: 200,
        headers: [
          HeaderField("Content-Type", type), HeaderField("Cartesia-Request-ID", handshake.requestID),
        ]))
    guard isWave, !sendsEvents else { return }
    let header = WaveHeader.streamed(sampleRate: audio.sampleRate, encoding: audio.encoding)
    actions.append(.body(header, received: nil))
  }

  private mutating func parts(_ bytes: [UInt8], isFirst: Bool, at now: LabInstant) -> [[UInt8]] {
    guard sendsEvents else { return [bytes] }
    let step = Double((now - lastSent).nanoseconds) / 1e6
    lastSent = now
    let context = generation?.contextID
    let chunk = CartesiaMessage.chunk(bytes, stepMilliseconds: step, flushID: nil, context: context)
    guard isFirst, generation?.addTimestamps == true, let times else { return [event("chunk", chunk)] }
    let words = CartesiaMessage.timestamps(
      times.words, from: 0, sampleRate: audio.sampleRate, flushID: nil, context: context)
    return [event("chunk", chunk), event("timestamps", words)]
  }

  private func event(_ name: String, _ data: String) -> [UInt8] {
    Array("event: \(name)\ndata: \(data)\n\n".utf8)
  }
}
