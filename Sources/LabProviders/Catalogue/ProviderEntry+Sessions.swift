import LabTimeline

/// Sessions with a provider that is known already.
extension ProviderEntry {
  /// A session with a speech-to-text provider.
  ///
  /// - Throws: `ProviderError` when the provider does something else, or the sample rate is not one of its
  ///   own.
  public func makeSpeechToText(
    _ configuration: SessionConfiguration
  ) throws(ProviderError) -> any SpeechToTextSession {
    guard case .speechToText(let make) = wireProtocol.makes else { throw isNot(.stt) }
    try check(configuration.sampleRate)
    return make(self, address(configuration), configuration)
  }

  /// A session with a language model.
  ///
  /// - Throws: `ProviderError` when the provider does something else.
  public func makeLanguageModel(
    _ configuration: SessionConfiguration
  ) throws(ProviderError) -> any LanguageModelSession {
    guard case .languageModel(let make) = wireProtocol.makes else { throw isNot(.llm) }
    return make(self, address(configuration), configuration)
  }

  /// A session with a speech synthesiser.
  ///
  /// - Throws: `ProviderError` when the provider does something else, or the sample rate is not one of its
  ///   own.
  public func makeTextToSpeech(
    _ configuration: SessionConfiguration
  ) throws(ProviderError) -> any TextToSpeechSession {
    guard case .textToSpeech(let make) = wireProtocol.makes else { throw isNot(.tts) }
    try check(configuration.sampleRate)
    return make(self, address(configuration), configuration)
  }

  /// A session with a speech-to-speech service.
  ///
  /// - Throws: `ProviderError` when the provider does something else, or the sample rate is not one of its
  ///   own.
  public func makeSpeechToSpeech(
    _ configuration: SessionConfiguration
  ) throws(ProviderError) -> any SpeechToSpeechSession {
    guard case .speechToSpeech(let make) = wireProtocol.makes else { throw isNot(.s2s) }
    try check(configuration.sampleRate)
    return make(self, address(configuration), configuration)
  }

  private func address(_ configuration: SessionConfiguration) -> ServiceAddress {
    ServiceAddress(
      endpoint: configuration.endpoint ?? address.endpoint,
      basePath: configuration.basePath ?? address.basePath)
  }

  private func check(_ sampleRate: Int) throws(ProviderError) {
    guard !sampleRates.contains(sampleRate) else { return }
    let rates = sampleRates.map(String.init).joined(separator: ", ")
    throw ProviderError(
      code: .unsupportedSampleRate, message: "“\(id)” does not work at \(sampleRate) Hz.",
      hint: "Choose one of: \(rates).")
  }

  private func isNot(_ stage: Stage) -> ProviderError {
    ProviderError(
      code: .wrongKind, message: "“\(id)” is of kind \(self.stage.rawValue), not \(stage.rawValue).",
      hint: "Choose another provider; 'turnlab providers' lists them.")
  }
}
