public import LabTimeline

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

  /// The entry of an id, which has to serve a stage.
  ///
  /// - Throws: `ProviderError` with code `unknown_provider` or `wrong_kind`.
  public func entry(_ id: String, stage: Stage) throws(ProviderError) -> ProviderEntry {
    guard let entry = entries.first(where: { $0.id == id }) else {
      throw unknown(id, among: names(of: stage))
    }
    guard entry.stage == stage else { throw isOfAnotherKind(entry, than: stage) }
    return entry
  }

  /// A session with a speech-to-text provider.
  ///
  /// - Throws: `ProviderError` when the id is unknown or of another kind, or the sample rate is not one of
  ///   its own.
  public func makeSpeechToText(
    _ id: String, configuration: SessionConfiguration
  ) throws(ProviderError) -> any SpeechToTextSession {
    try entry(id, stage: .stt).makeSpeechToText(configuration)
  }

  /// A session with a language model.
  ///
  /// - Throws: `ProviderError` when the id is unknown or of another kind.
  public func makeLanguageModel(
    _ id: String, configuration: SessionConfiguration
  ) throws(ProviderError) -> any LanguageModelSession {
    try entry(id, stage: .llm).makeLanguageModel(configuration)
  }

  /// A session with a speech synthesiser.
  ///
  /// - Throws: `ProviderError` when the id is unknown or of another kind, or the sample rate is not one of
  ///   its own.
  public func makeTextToSpeech(
    _ id: String, configuration: SessionConfiguration
  ) throws(ProviderError) -> any TextToSpeechSession {
    try entry(id, stage: .tts).makeTextToSpeech(configuration)
  }

  /// A session with a speech-to-speech service.
  ///
  /// - Throws: `ProviderError` when the id is unknown or of another kind, or the sample rate is not one of
  ///   its own.
  public func makeSpeechToSpeech(
    _ id: String, configuration: SessionConfiguration
  ) throws(ProviderError) -> any SpeechToSpeechSession {
    try entry(id, stage: .s2s).makeSpeechToSpeech(configuration)
  }

  private func names(of stage: Stage) -> [String] {
    entries.filter { $0.stage == stage }.map(\.id)
  }

  private func isOfAnotherKind(_ entry: ProviderEntry, than stage: Stage) -> ProviderError {
    let candidates = names(of: stage)
    return ProviderError(
      code: .wrongKind, message: "“\(entry.id)” is of kind \(entry.stage.rawValue), not \(stage.rawValue).",
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
