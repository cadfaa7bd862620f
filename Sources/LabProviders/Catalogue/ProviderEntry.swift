public import LabTimeline

/// One provider and model that the lab can talk to.
public struct ProviderEntry: Hashable, Sendable {
  /// The name in plans and records, e.g. `deepgram/nova-3`.
  public var id: String
  public var displayName: String
  /// The service's own name for the model; for a voice family, its first part.
  public var model: String
  public var wireProtocol: WireProtocol
  public var address: ServiceAddress
  /// The environment variable that holds the key; `nil` for a provider that needs none.
  public var keyVariable: String?
  public var capabilities: Capabilities
  /// The rates of audio that it takes or gives, in Hz; empty for a language model.
  public var sampleRates: [Int]
  public var status: Status
  /// Where the protocol is documented.
  public var documentation: String
  /// The engine on this machine that serves it; `nil` for a service.
  public var engine: EngineSpecification?
  /// What is known of a server of the user's own that speaks OpenAI's protocols; `nil` for everybody else.
  public var compatible: CompatibleServer?

  /// What the provider does in a conversation.
  public var stage: Stage { wireProtocol.stage }

  /// What the protocol and the model can do.
  public struct Capabilities: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Results come while the work goes on.
    public static let streaming = Capabilities(rawValue: 1 << 0)
    /// Transcripts that may still change.
    public static let partials = Capabilities(rawValue: 1 << 1)
    /// It decides by itself when an utterance ends.
    public static let ownEndpointing = Capabilities(rawValue: 1 << 2)
    /// It settles what it has heard when asked.
    public static let finalize = Capabilities(rawValue: 1 << 3)
    /// What was asked for can be taken back on the same connection.
    public static let clear = Capabilities(rawValue: 1 << 4)
    /// One connection serves a whole conversation.
    public static let persistentConnection = Capabilities(rawValue: 1 << 5)
    /// It says how many tokens it counted.
    public static let usage = Capabilities(rawValue: 1 << 6)
    /// It can think before it answers.
    public static let reasoning = Capabilities(rawValue: 1 << 7)
    /// It says ahead of time that the caller has probably finished.
    public static let eagerEndOfTurn = Capabilities(rawValue: 1 << 8)

    /// The capabilities by name, in a fixed order.
    public var names: [String] {
      let all: [(Capabilities, String)] = [
        (.streaming, "streaming"), (.partials, "partials"), (.ownEndpointing, "own-endpointing"),
        (.finalize, "finalize"), (.clear, "clear"), (.persistentConnection, "persistent-connection"),
        (.usage, "usage"), (.reasoning, "reasoning"), (.eagerEndOfTurn, "eager-end-of-turn"),
      ]
      return all.filter { contains($0.0) }.map(\.1)
    }
  }

  /// Whether the service still offers it; days are written as in ISO 8601.
  public enum Status: Hashable, Sendable {
    case current
    /// Offered until a day that the vendor has named.
    case ending(on: String)
    case retired(on: String)
  }
}
