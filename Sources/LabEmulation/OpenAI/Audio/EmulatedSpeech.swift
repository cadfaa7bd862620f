import LabProviders
import LabStatistics
import LabTimeline

/// The server half of OpenAI's speech synthesis: one text, one streamed body of samples or of events.
///
/// Source: OpenAI OpenAPI 2.3.0 (2026-08-21) and Python SDK 3.52.0, `POST /v1/audio/speech`.
struct EmulatedSpeech: EmulatedExchange {
  private static let deliveryTimer = ServerTimer(0)
  /// The tokens that a second of speech counts for: one for 50 ms.
  private static let tokensPerSecond = 20

  private let call: EmulatedCall
  /// In Hz; OpenAI's own is 24 kHz.
  private var sampleRate: Int { call.server?.server.sampleRate ?? 24_000 }
  private var delivery: SpeechDelivery?
  /// `nil` for a body that cannot be read.
  private let asked: SpeechRequest?
  private var answer: OpenAIAnswer?
  private var hasBegun = false
  private var samples = 0

  /// - Parameter provider: The provider of the model that the body names.
  static func answer(to call: EmulatedCall, provider: (_ model: String) -> String) -> EmulatedAnswer {
    let asked = JSONText.read(SpeechRequest.self, from: call.request.body)
    return EmulatedAnswer(
      provider: asked?.model.map(provider), exchange: EmulatedSpeech(call, asked: asked))
  }

  private init(_ call: EmulatedCall, asked: SpeechRequest?) {
    self.call = call
    self.asked = asked
  }

  mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]) {
    switch input {
    case .opened: open(at: now, into: &actions)
    case .timer: deliver(at: now, into: &actions)
    case .closed: delivery?.clear()
    case .message: break
    }
  }

  private mutating func open(at now: LabInstant, into actions: inout [ServerAction]) {
    var generator = call.generator("openai/speech")
    let answer = OpenAIAnswer(using: &generator)
    guard call.isAuthorised else { return answer.refuse(.unauthorised, into: &actions) }
    guard let asked else {
      let message = "We could not parse the JSON body of your request."
      return answer.refuse(.invalid(nil, message), into: &actions)
    }
    if let refusal = asked.refusal(ofVoices: call.server == nil) {
      return answer.refuse(refusal, into: &actions)
    }
    guard let provider = call.openAIProvider(of: asked.model ?? ""),
      let profile = call.profiles.textToSpeech[provider]
    else {
      return answer.refuse(.unknownModel(asked.model ?? ""), into: &actions)
    }
    generator = call.generator(provider)
    var delivery = SpeechDelivery(profile: profile, sampleRate: sampleRate, speed: asked.speed ?? 1)
    delivery.add(asked.input ?? "", at: now, using: &generator)
    self.delivery = delivery
    self.answer = answer
    deliver(at: now, into: &actions)
  }

  private mutating func deliver(at now: LabInstant, into actions: inout [ServerAction]) {
    guard let asked, let answer else { return }
    for piece in delivery?.pieces(at: now) ?? [] {
      switch piece {
      case .audio(let bytes, _, let received):
        begin(asked, answer, received: received, at: now, into: &actions)
        samples += bytes.count / 2
        let body =
          asked.sendsEvents
          ? Self.event("speech.audio.delta", #""audio":"\#(Base64Text.encoded(bytes))""#) : bytes
        actions.append(.body(body, received: received))
      case .finished(let received):
        // A text without a letter may have no sound at all.
        begin(asked, answer, received: received, at: now, into: &actions)
        if asked.sendsEvents { actions.append(.body(done(asked), received: received)) }
        actions.append(.endBody)
      }
    }
    if let due = delivery?.due { actions.append(.setTimer(Self.deliveryTimer, after: due - now)) }
  }

  /// The head leaves with the first sound; a WAV file begins with its own.
  private mutating func begin(
    _ asked: SpeechRequest, _ answer: OpenAIAnswer, received: LabInstant, at now: LabInstant,
    into actions: inout [ServerAction]
  ) {
    guard !hasBegun else { return }
    hasBegun = true
    let type = asked.sendsEvents ? "text/event-stream; charset=utf-8" : asked.mediaType
    let milliseconds = Int((now - received).milliseconds)
    actions.append(
      .respond(status: 200, headers: answer.headers(milliseconds: milliseconds, contentType: type)))
    guard asked.format == "wav" else { return }
    let header = WaveHeader.streamed(sampleRate: sampleRate, encoding: .integer16)
    let body =
      asked.sendsEvents
      ? Self.event("speech.audio.delta", #""audio":"\#(Base64Text.encoded(header))""#) : header
    actions.append(.body(body, received: received))
  }

  private func done(_ asked: SpeechRequest) -> [UInt8] {
    let input = ((asked.input ?? "").utf8.count + 3) / 4
    let output = (samples * Self.tokensPerSecond + sampleRate - 1) / sampleRate
    return Self.event(
      "speech.audio.done",
      #""usage":{"input_tokens":\#(input),"output_tokens":\#(output),"total_tokens":\#(input + output)}"#)
  }

  private static func event(_ type: String, _ fields: String) -> [UInt8] {
    Array("data: {\"type\":\"\(type)\",\(fields)}\n\n".utf8)
  }
}
