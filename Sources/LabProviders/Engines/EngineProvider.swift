public import LabTimeline

/// What the lab knows of engines that run on this machine and need no key.
enum EngineProvider {
  /// Whoever makes an engine is a vendor of its own.
  static let vendors: [Vendor] = [
    vendor("pocketsphinx", "PocketSphinx", sphinx, speechRecognisers),
    .template,
    vendor("flite", "Flite", flite, voices),
    vendor(
      "espeak-ng", "eSpeak NG", espeak, [textToSpeech("espeak-ng/formant", "eSpeak NG", rate: 22_050, espeak)]
    ),
    vendor("apple", "Apple", "https://developer.apple.com/documentation", apple),
  ]

  private static let sphinx = "https://github.com/cmusphinx/pocketsphinx"
  private static let flite = "https://github.com/festvox/flite"
  private static let espeak =
    "https://github.com/espeak-ng/espeak-ng/blob/master/src/include/espeak-ng/speak_lib.h"
  fileprivate static let templatePage = "Documentation/local-engines.md#the-template-engine"

  private static let speechRecognisers = [
    speechToText("pocketsphinx/en-us", "PocketSphinx, US English", rates: [16_000], sphinx),
    speechToText(
      "pocketsphinx/en-us-single-pass", "PocketSphinx, US English, first pass only", rates: [16_000], sphinx),
  ]

  private static let voices = ["slt", "rms", "awb", "kal16"].map { voice in
    textToSpeech("flite/\(voice)", "Flite, \(voice)", rate: 16_000, flite)
  }

  private static let apple = [
    speechToText(
      "apple/speech", "Apple’s speech recogniser", rates: [16_000, 24_000, 48_000],
      "https://developer.apple.com/documentation/speech"),
    textToSpeech(
      "apple/voice", "Apple’s speech synthesiser", rate: 22_050,
      "https://developer.apple.com/documentation/avfaudio/avspeechsynthesizer"),
  ]

  fileprivate static func vendor(
    _ id: String, _ name: String, _ documentation: String, _ entries: [ProviderEntry]
  ) -> Vendor {
    Vendor(id: id, name: name, keyVariable: nil, documentation: documentation, entries: entries)
  }

  fileprivate static func speechToText(
    _ id: String, _ name: String, rates: [Int], engine: EngineSpecification? = nil, _ documentation: String
  ) -> ProviderEntry {
    let engine = engine ?? .builtIn(id)
    return entry(
      id, name, engine, [.streaming, .partials, .finalize, .persistentConnection], rates, documentation,
      .speechToText { entry, _, configuration in
        EngineSpeechToTextSession(engine, provider: entry.id, configuration: configuration)
      })
  }

  fileprivate static func languageModel(
    _ id: String, _ name: String, engine: EngineSpecification? = nil, _ documentation: String
  ) -> ProviderEntry {
    let engine = engine ?? .builtIn(id)
    return entry(
      id, name, engine, [.streaming, .persistentConnection, .usage], [], documentation,
      .languageModel { entry, _, configuration in
        EngineLanguageModelSession(engine, provider: entry.id, configuration: configuration)
      })
  }

  fileprivate static func textToSpeech(
    _ id: String, _ name: String, rate: Int, engine: EngineSpecification? = nil, _ documentation: String
  ) -> ProviderEntry {
    let engine = engine ?? .builtIn(id)
    return entry(
      id, name, engine, [.streaming, .clear, .persistentConnection], [rate], documentation,
      .textToSpeech { entry, _, configuration in
        EngineTextToSpeechSession(engine, provider: entry.id, configuration: configuration)
      })
  }

  private static func entry(
    _ id: String, _ name: String, _ engine: EngineSpecification, _ capabilities: ProviderEntry.Capabilities,
    _ rates: [Int], _ documentation: String, _ makes: WireProtocol.Maker
  ) -> ProviderEntry {
    ProviderEntry(
      id: id, displayName: name, model: id.split(separator: "/").last.map(String.init) ?? id,
      wireProtocol: WireProtocol("engine.\(id)", over: .engine, makes: makes), address: .thisMachine,
      keyVariable: nil, capabilities: capabilities, sampleRates: rates, status: .current,
      documentation: documentation, engine: engine)
  }
}

extension Vendor {
  /// The one engine that can be emulated: it answers by rules, without a model.
  package static let template = EngineProvider.vendor(
    "template", "Templates", EngineProvider.templatePage,
    [EngineProvider.languageModel("template/reply", "Templates", EngineProvider.templatePage)])
}

extension ProviderEntry {
  /// The name that every program of a plan begins with.
  public static let commandPrefix = "command/"

  /// A program that speaks the line protocol, as an entry of the catalogue; `nil` for a kind that the
  /// protocol has no stage for: speech to speech.
  ///
  /// - Parameters:
  ///   - id: Its name in the plan, beginning with `command/`.
  ///   - stage: What it does.
  ///   - arguments: The program and its arguments.
  ///   - sampleRate: Of its audio in Hz; `nil` is 24 kHz for a synthesiser, and whatever the microphone has
  ///     for a recogniser.
  public static func command(
    _ id: String, stage: Stage, arguments: [String], sampleRate: Int? = nil
  ) -> ProviderEntry? {
    let (engine, page) = (EngineSpecification.program(arguments), "Documentation/local-engines.md")
    return switch stage {
    case .stt:
      EngineProvider.speechToText(
        id, id, rates: sampleRate.map { [$0] } ?? [16_000, 24_000, 48_000], engine: engine, page)
    case .llm: EngineProvider.languageModel(id, id, engine: engine, page)
    case .tts:
      EngineProvider.textToSpeech(id, id, rate: sampleRate ?? 24_000, engine: engine, page)
    case .s2s: nil
    }
  }
}
