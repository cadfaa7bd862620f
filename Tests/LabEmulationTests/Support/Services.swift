import LabEmulation
import LabProviders
import LabTimeline

/// Emulated services with fixed latencies, and client sessions joined to them.
enum Services {
  static let profiles = EmulationProfiles(
    speechToText: [
      "deepgram/nova-3": .init(interim: .fixed(.milliseconds(30)), final: .fixed(.milliseconds(47))),
      "elevenlabs/scribe-v2-realtime": .init(
        interim: .fixed(.milliseconds(30)), final: .fixed(.milliseconds(81)),
        interimCadence: .milliseconds(200)),
    ],
    languageModels: [
      "openai/gpt-4o-mini": .init(
        firstToken: .fixed(.milliseconds(350)), tokenInterval: .fixed(.milliseconds(10)))
    ],
    textToSpeech: [
      "deepgram/aura-2": .init(
        firstAudio: .fixed(.milliseconds(120)), leadingSilence: .fixed(.milliseconds(90))),
      "deepgram/aura-2-http": .init(
        firstAudio: .fixed(.milliseconds(150)), leadingSilence: .fixed(.milliseconds(90))),
      "elevenlabs/flash-v2.5": voice, "elevenlabs/flash-v2.5-http": voice,
      "cartesia/sonic-3": voice, "cartesia/sonic-3-http": voice,
      "playht/play3.0-mini": voice,
    ])

  private static let voice = TextToSpeechProfile(
    firstAudio: .fixed(.milliseconds(120)), leadingSilence: .fixed(.milliseconds(90)))

  static func providers(
    _ utterances: [KnownUtterance] = [], profiles: EmulationProfiles = profiles, seed: UInt64 = 1
  ) -> EmulatedProviders {
    EmulatedProviders(seed: seed, profiles: profiles, transcripts: TranscriptIndex(utterances: utterances))
  }

  static func configuration(
    key: APIKey = "key", session: String = "talk.0", sampleRate: Int = 16_000
  ) -> SessionConfiguration {
    SessionConfiguration(apiKey: key, sampleRate: sampleRate, sessionID: session)
  }
}

/// A caller of emulated speech to text.
final class Listener {
  var session: any SpeechToTextSession
  var pump: Pump<SpeechToTextEvent>

  init(
    _ providers: EmulatedProviders, configuration: SessionConfiguration = Services.configuration(),
    model: String = "deepgram/nova-3"
  ) throws {
    session = try ProviderCatalogue.standard.makeSpeechToText(model, configuration: configuration)
    pump = Pump(providers, receive: { _, _, _, _ in }, timerFired: { _, _, _ in })
    pump = Pump(
      providers,
      receive: { [unowned self] in self.session.receive($0, on: $1, at: $2, into: &$3) },
      timerFired: { [unowned self] in self.session.timerFired($0, at: $1, into: &$2) })
    pump.act { session.open(at: $0, into: &$1) }
  }

  /// Streams sound in pieces of 20 ms, each when its last sample was captured, from now on.
  func stream(_ samples: [Int16], sampleRate: Int = 16_000) {
    for start in stride(from: 0, to: samples.count, by: sampleRate / 50) {
      let piece = Array(samples[start...].prefix(sampleRate / 50))
      pump.wait(until: pump.now + SamplePosition.duration(ofSamples: piece.count, sampleRate: sampleRate))
      pump.act { session.append(audio: Recordings.bytes(piece), at: $0, into: &$1) }
    }
  }

  func begin() { pump.act { session.speechStarted(at: $0, into: &$1) } }
  func finalize() { pump.act { session.finalize(at: $0, into: &$1) } }
  func close() { pump.act { session.close(at: $0, into: &$1) } }

  var partials: [String] {
    pump.events.compactMap { if case .partial(let text) = $0.event { text } else { nil } }
  }
  var finals: [(at: LabInstant, piece: FinalTranscript)] {
    pump.events.compactMap { entry in
      if case .final(let piece) = entry.event { (entry.at, piece) } else { nil }
    }
  }
  var failure: ProviderFailure? {
    pump.events.compactMap { if case .failed(let failure) = $0.event { failure } else { nil } }.first
  }
}

/// A caller of an emulated language model.
final class Asker {
  var session: any LanguageModelSession
  var pump: Pump<LanguageModelEvent>

  init(
    _ providers: EmulatedProviders, configuration: SessionConfiguration = Services.configuration(),
    model: String = "openai/gpt-4o-mini", pieceSize: Int = .max, catalogue: ProviderCatalogue = .standard
  ) throws {
    session = try catalogue.makeLanguageModel(model, configuration: configuration)
    pump = Pump(providers, receive: { _, _, _, _ in }, timerFired: { _, _, _ in })
    pump = Pump(
      providers,
      receive: { [unowned self] in self.session.receive($0, on: $1, at: $2, into: &$3) },
      timerFired: { [unowned self] in self.session.timerFired($0, at: $1, into: &$2) })
    pump.pieceSize = pieceSize
  }

  func ask(_ text: String, id: Int = 0) {
    pump.act {
      session.request(RequestID(id), messages: [.init(role: .user, content: text)], at: $0, into: &$1)
    }
  }

  func ask(_ messages: [ChatMessage], id: Int = 0) {
    pump.act { session.request(RequestID(id), messages: messages, at: $0, into: &$1) }
  }

  var calls: [ToolCall] {
    pump.events.compactMap { if case .toolCall(_, let call, _) = $0.event { call } else { nil } }
  }
  var finish: LanguageModelEvent.FinishReason? {
    pump.events.compactMap { if case .finished(_, let reason, _) = $0.event { reason } else { nil } }.first
  }
  var tokens: [(at: LabInstant, text: String)] {
    pump.events.compactMap { entry in
      if case .token(_, let text, _) = entry.event { (entry.at, text) } else { nil }
    }
  }
  var text: String { tokens.map(\.text).joined() }
  var thoughts: [(at: LabInstant, text: String)] {
    pump.events.compactMap { entry in
      if case .reasoning(_, let text, _) = entry.event { (entry.at, text) } else { nil }
    }
  }
  var usage: TokenUsage? {
    pump.events.compactMap { if case .finished(_, _, let usage) = $0.event { usage } else { nil } }.first
  }
  var failure: ProviderFailure? {
    pump.events.compactMap { if case .failed(_, let failure) = $0.event { failure } else { nil } }.first
  }
}

/// A caller of emulated speech synthesis.
final class Speaker {
  var session: any TextToSpeechSession
  var pump: Pump<TextToSpeechEvent>

  init(
    _ providers: EmulatedProviders,
    configuration: SessionConfiguration = Services.configuration(sampleRate: 24_000),
    model: String = "deepgram/aura-2", pieceSize: Int = .max
  ) throws {
    session = try ProviderCatalogue.standard.makeTextToSpeech(model, configuration: configuration)
    pump = Pump(providers, receive: { _, _, _, _ in }, timerFired: { _, _, _ in })
    pump = Pump(
      providers,
      receive: { [unowned self] in self.session.receive($0, on: $1, at: $2, into: &$3) },
      timerFired: { [unowned self] in self.session.timerFired($0, at: $1, into: &$2) })
    pump.pieceSize = pieceSize
    pump.act { session.open(at: $0, into: &$1) }
  }

  func speak(_ text: String, id: Int) {
    pump.act { session.speak(RequestID(id), text: text, at: $0, into: &$1) }
  }
  func clear() { pump.act { session.clear(at: $0, into: &$1) } }
  func close() { pump.act { session.close(at: $0, into: &$1) } }

  /// When the pieces of a chunk's text are said, all of them together.
  func alignment(of id: Int) -> [SpeechAlignment.Piece] {
    pump.events.flatMap { entry -> [SpeechAlignment.Piece] in
      if case .aligned(RequestID(id), let alignment) = entry.event { alignment.pieces } else { [] }
    }
  }
  func audio(of id: Int) -> [UInt8] {
    pump.events.flatMap { entry -> [UInt8] in
      if case .audio(RequestID(id), let bytes, _) = entry.event { bytes } else { [] }
    }
  }
  func firstAudio(of id: Int) -> LabInstant? {
    pump.events.first { if case .audio(RequestID(id), _, _) = $0.event { true } else { false } }?.at
  }
  var finished: [RequestID] {
    pump.events.compactMap { if case .finished(let id) = $0.event { id } else { nil } }
  }
  var failures: [ProviderFailure] {
    pump.events.compactMap { entry in
      switch entry.event {
      case .failed(_, let failure), .lost(let failure): failure
      default: nil
      }
    }
  }
}
