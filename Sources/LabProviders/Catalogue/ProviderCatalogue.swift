/// The providers that the lab knows, and the sessions that speak to them.
public struct ProviderCatalogue: Sendable {
  /// In the order in which lists show them.
  public let entries: [ProviderEntry]

  public init(entries: [ProviderEntry]) {
    self.entries = entries
  }

  /// The catalogue with further entries behind its own.
  public func adding(_ further: [ProviderEntry]) -> ProviderCatalogue {
    ProviderCatalogue(entries: entries + further)
  }

  /// The catalogue with entries in place of those of the same id; others stand behind its own.
  public func replacing(_ others: [ProviderEntry]) -> ProviderCatalogue {
    let kept = entries.map { entry in others.first { $0.id == entry.id } ?? entry }
    return ProviderCatalogue(
      entries: kept + others.filter { other in !entries.contains { $0.id == other.id } })
  }

  /// The entry of an id.
  ///
  /// - Throws: `ProviderError` with code `unknown_provider` and the ids that are nearest to it.
  public func entry(_ id: String) throws(ProviderError) -> ProviderEntry {
    guard let entry = entries.first(where: { $0.id == id }) else {
      throw unknown(id, among: entries.map(\.id))
    }
    return entry
  }

  /// The entry of an id, which has to be of a kind.
  ///
  /// - Throws: `ProviderError` with code `unknown_provider` or `wrong_kind`.
  public func entry(_ id: String, kind: ProviderEntry.Kind) throws(ProviderError) -> ProviderEntry {
    guard let entry = entries.first(where: { $0.id == id }) else {
      throw unknown(id, among: names(of: kind))
    }
    guard entry.kind == kind else { throw isOfAnotherKind(entry, than: kind) }
    return entry
  }

  /// A session with a speech-to-text provider.
  ///
  /// - Throws: `ProviderError` when the id is unknown or of another kind, or the sample rate is not one of
  ///   its own.
  public func makeSpeechToText(
    _ id: String, configuration: SessionConfiguration
  ) throws(ProviderError) -> any SpeechToTextSession {
    let entry = try entry(id, kind: .speechToText)
    try check(configuration.sampleRate, of: entry)
    guard case .speechToText(let make) = entry.wireProtocol.makes else {
      throw isOfAnotherKind(entry, than: .speechToText)
    }
    return make(entry, address(of: entry, configuration), configuration)
  }

  /// A session with a language model.
  ///
  /// - Throws: `ProviderError` when the id is unknown or of another kind.
  public func makeLanguageModel(
    _ id: String, configuration: SessionConfiguration
  ) throws(ProviderError) -> any LanguageModelSession {
    let entry = try entry(id, kind: .languageModel)
    guard case .languageModel(let make) = entry.wireProtocol.makes else {
      throw isOfAnotherKind(entry, than: .languageModel)
    }
    return make(entry, address(of: entry, configuration), configuration)
  }

  /// A session with a speech synthesiser.
  ///
  /// - Throws: `ProviderError` when the id is unknown or of another kind, or the sample rate is not one of
  ///   its own.
  public func makeTextToSpeech(
    _ id: String, configuration: SessionConfiguration
  ) throws(ProviderError) -> any TextToSpeechSession {
    let entry = try entry(id, kind: .textToSpeech)
    try check(configuration.sampleRate, of: entry)
    guard case .textToSpeech(let make) = entry.wireProtocol.makes else {
      throw isOfAnotherKind(entry, than: .textToSpeech)
    }
    return make(entry, address(of: entry, configuration), configuration)
  }

  /// A session with a speech-to-speech service.
  ///
  /// - Throws: `ProviderError` when the id is unknown or of another kind, or the sample rate is not one of
  ///   its own.
  public func makeSpeechToSpeech(
    _ id: String, configuration: SessionConfiguration
  ) throws(ProviderError) -> any SpeechToSpeechSession {
    let entry = try entry(id, kind: .speechToSpeech)
    try check(configuration.sampleRate, of: entry)
    guard case .speechToSpeech(let make) = entry.wireProtocol.makes else {
      throw isOfAnotherKind(entry, than: .speechToSpeech)
    }
    return make(entry, address(of: entry, configuration), configuration)
  }

  private func address(of entry: ProviderEntry, _ configuration: SessionConfiguration) -> ServiceAddress {
    ServiceAddress(
      endpoint: configuration.endpoint ?? entry.address.endpoint,
      basePath: configuration.basePath ?? entry.address.basePath)
  }

  private func check(_ sampleRate: Int, of entry: ProviderEntry) throws(ProviderError) {
    guard !entry.sampleRates.contains(sampleRate) else { return }
    let rates = entry.sampleRates.map(String.init).joined(separator: ", ")
    throw ProviderError(
      code: .unsupportedSampleRate, message: "“\(entry.id)” does not work at \(sampleRate) Hz.",
      hint: "Choose one of: \(rates).")
  }

  private func names(of kind: ProviderEntry.Kind) -> [String] {
    entries.filter { $0.kind == kind }.map(\.id)
  }

  private func isOfAnotherKind(_ entry: ProviderEntry, than kind: ProviderEntry.Kind) -> ProviderError {
    let candidates = names(of: kind)
    return ProviderError(
      code: .wrongKind, message: "“\(entry.id)” is of kind \(entry.kind.rawValue), not \(kind.rawValue).",
      hint: "Choose one of: \(candidates.joined(separator: ", ")).", suggestions: candidates)
  }

  private func unknown(_ id: String, among candidates: [String]) -> ProviderError {
    let near = NearNames.of(id, among: candidates)
    return ProviderError(
      code: .unknownProvider, message: "There is no provider “\(id)” in the catalogue.",
      hint: near.isEmpty
        ? "Choose one of: \(candidates.joined(separator: ", "))."
        : "Did you mean \(near.joined(separator: " or "))?",
      suggestions: near)
  }
}
