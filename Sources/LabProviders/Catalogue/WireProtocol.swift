public import LabTimeline

/// How the lab speaks to a provider: the protocol by name, what carries it, and the session that speaks it.
public struct WireProtocol: Sendable {
  /// A stable name, e.g. `deepgram.listen.v1`.
  public let name: String
  public let transport: Transport
  /// The protocol that it is a copy of: what is read and written is the same. Its own name, unless it is a
  /// copy.
  package let family: String
  let makes: Maker

  init(_ name: String, over transport: Transport, copying family: String? = nil, makes: Maker) {
    self.name = name
    self.family = family ?? name
    self.transport = transport
    self.makes = makes
  }

  /// What carries a protocol.
  public enum Transport: String, Hashable, Sendable, CaseIterable {
    case webSocket = "websocket"
    case http
    case serverSentEvents = "http+sse"
    /// Lines, to an engine on this machine.
    case engine
  }

  /// Makes a session for a model at an address.
  enum Maker: Sendable {
    case speechToText(
      @Sendable (ProviderEntry, ServiceAddress, SessionConfiguration) -> any SpeechToTextSession)
    case languageModel(
      @Sendable (ProviderEntry, ServiceAddress, SessionConfiguration) -> any LanguageModelSession)
    case textToSpeech(
      @Sendable (ProviderEntry, ServiceAddress, SessionConfiguration) -> any TextToSpeechSession)
    case speechToSpeech(
      @Sendable (ProviderEntry, ServiceAddress, SessionConfiguration) -> any SpeechToSpeechSession)
  }

  /// What a provider that speaks it does in a conversation.
  public var stage: Stage {
    switch makes {
    case .speechToText: .stt
    case .languageModel: .llm
    case .textToSpeech: .tts
    case .speechToSpeech: .s2s
    }
  }
}

extension WireProtocol: Hashable {
  /// Protocols are told apart by their names.
  public static func == (left: WireProtocol, right: WireProtocol) -> Bool { left.name == right.name }

  /// Mixes in the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
