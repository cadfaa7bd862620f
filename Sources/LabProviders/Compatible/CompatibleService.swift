public import LabTimeline

/// A server at an address of the user's own, as an entry of the catalogue.
extension ProviderEntry {
  /// - Parameters:
  ///   - id: Its name in the plan, e.g. `vllm/qwen`.
  ///   - stage: What it does; there is no such server for speech to speech.
  ///   - model: The server's own name for the model.
  ///   - address: Where it answers.
  ///   - keyVariable: The environment variable that holds its key; `nil` when it needs none.
  ///   - sampleRate: Of synthesised speech, in Hz: whatever the server gives for bare samples.
  /// - Returns: The entry; `nil` for a stage that no such server has.
  public static func compatible(
    _ id: String, stage: Stage, model: String, address: ServiceAddress, server: CompatibleServer,
    keyVariable: String?, sampleRate: Int = 24_000
  ) -> ProviderEntry? {
    let shape: (WireProtocol, Capabilities, [Int])? =
      switch stage {
      case .llm: (CompatibleProtocols.chatCompletions, [.streaming, .usage, .reasoning], [])
      case .stt:
        (CompatibleProtocols.transcriptions, [.finalize], [8000, 16_000, 24_000, 48_000])
      case .tts: (CompatibleProtocols.speech, [.streaming], [sampleRate])
      case .s2s: nil
      }
    guard let (wireProtocol, capabilities, sampleRates) = shape else { return nil }
    return ProviderEntry(
      id: id, displayName: id, model: model, wireProtocol: wireProtocol, address: address,
      keyVariable: keyVariable, capabilities: capabilities, sampleRates: sampleRates, status: .current,
      documentation: "Documentation/compatible-servers.md", compatible: server)
  }

  /// The same provider at another address, e.g. behind a proxy or in another region.
  public func at(_ address: ServiceAddress, keyVariable: String?) -> ProviderEntry {
    var entry = self
    entry.address = address
    entry.keyVariable = keyVariable
    return entry
  }
}

/// OpenAI's protocols as other servers speak them.
private enum CompatibleProtocols {
  static let chatCompletions = WireProtocol(
    "compatible.chat-completions", over: .serverSentEvents,
    makes: .languageModel { entry, address, configuration in
      var configuration = configuration
      let server = entry.compatible ?? CompatibleServer()
      // Servers may refuse fields that they do not know.
      configuration.languageModel.disablesObfuscation = false
      configuration.languageModel.usesOldTokenLimit = !server.like.knowsCompletionLimit
      configuration.languageModel.furtherFields = server.requestFields
      return ChatCompletionsSession(model: entry.model, address: address, configuration: configuration)
    })

  static let transcriptions = WireProtocol(
    "compatible.transcriptions", over: .http,
    makes: .speechToText { entry, address, configuration in
      TranscriptionUploadSession(
        model: entry.model, address: address, configuration: configuration, service: entry.displayName,
        streams: false)
    })

  static let speech = WireProtocol(
    "compatible.speech", over: .http,
    makes: .textToSpeech { entry, address, configuration in
      var configuration = configuration
      configuration.textToSpeech.voice = configuration.textToSpeech.voice ?? entry.compatible?.voice
      return StreamedSpeechSession(
        CompatibleSpeechDialect(
          OpenAISpeechDialect(
            model: entry.model, address: address, configuration: configuration, service: entry.displayName)),
        configuration: configuration)
    })
}

/// OpenAI's speech synthesis, spoken by somebody else.
private struct CompatibleSpeechDialect: SpeechDialect {
  static let service = "The speech server"

  private let base: OpenAISpeechDialect

  init(_ base: OpenAISpeechDialect) {
    self.base = base
  }

  func exchange(_ text: String, connection: Int) -> ConnectionRequest {
    base.exchange(text, connection: connection)
  }

  func refusalWords(_ head: ResponseHead, body: [UInt8]) -> String? {
    base.refusalWords(head, body: body)
  }

  func refusal(_ head: ResponseHead, body: [UInt8], key: APIKey) -> ProviderFailure {
    base.refusal(head, body: body, key: key)
  }
}
