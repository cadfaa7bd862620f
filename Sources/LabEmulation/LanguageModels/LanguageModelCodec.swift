import LabProviders

/// How a language-model service words its replies; made anew for each request.
protocol LanguageModelCodec: Sendable {
  /// Whether a request carries a key in the place where the service looks for it.
  static func isAuthorised(_ request: ConnectionRequest) -> Bool
  /// What is asked for; `nil` when the body makes no sense.
  static func read(_ request: ConnectionRequest) -> LanguageModelRequest?
  /// How the service says no.
  static func refusal(_ reason: LanguageModelRefusal.Reason, request name: String) -> LanguageModelRefusal

  /// - Parameter name: Thirty-two hexadecimal digits to make ids of.
  init(request: LanguageModelRequest, name: String)
  /// The headers of an answer, given how long it took to begin.
  func headers(milliseconds: Int) -> [HeaderField]
  /// What a stream begins with, before the first token and together with it.
  var opening: [[UInt8]] { get }
  /// What the model thinks before it answers, piece by piece.
  var thoughts: [[UInt8]] { get }
  /// One token by its place in the reply, from 0.
  func token(_ text: String, at index: Int) -> [UInt8]
  /// What a stream ends with, after a whole text, given its number of tokens.
  func closing(text: String, tokens: Int) -> [[UInt8]]
  /// A reply that is not streamed.
  func whole(text: String, tokens: Int) -> [UInt8]
  /// What a stream begins with that calls a tool.
  func opening(_ call: ToolCall) -> [[UInt8]]
  /// A fragment of a call's arguments by its place, from 0; empty where the service sends calls whole.
  func fragment(_ text: String, at index: Int) -> [UInt8]
  /// What a stream ends with that called a tool, given the number of fragments.
  func closing(_ call: ToolCall, fragments: Int) -> [[UInt8]]
  /// A call that is not streamed.
  func whole(_ call: ToolCall, fragments: Int) -> [UInt8]
}

extension LanguageModelCodec {
  var thoughts: [[UInt8]] { [] }
}

/// How one service with a codec behaves.
struct LanguageModelService<Codec: LanguageModelCodec>: Sendable {
  var isAuthorised: @Sendable (ConnectionRequest) -> Bool = { Codec.isAuthorised($0) }
  var refusal: @Sendable (LanguageModelRefusal.Reason, String) -> LanguageModelRefusal = {
    Codec.refusal($0, request: $1)
  }
  var codec: @Sendable (LanguageModelRequest, String) -> Codec = { Codec(request: $0, name: $1) }
  /// What is sent while the model reads; the head of a stream then leaves at once.
  var keepAlive: KeepAlive?

  struct KeepAlive: Sendable {
    var comment: String
    var every: Duration
  }
}

/// What is asked of an emulated language model, as far as it acts on it.
struct LanguageModelRequest: Sendable {
  var model: String
  /// The instructions and messages, oldest first.
  var texts: [String]
  var streams: Bool
  /// The stream ends with what was consumed, where the protocol leaves the choice.
  var includesUsage = true
  var tools = ToolOffer()

  /// The tokens of the prompt: one for four characters, and four for each message.
  var tokens: Int {
    texts.reduce(0) { $0 + 4 + ($1.utf8.count + 3) / 4 }
  }
}

/// A service's no: the status, the headers and the JSON that it sends.
struct LanguageModelRefusal: Sendable {
  var status: Int
  var headers: [HeaderField]
  var body: String

  /// Why, in the words of no service.
  enum Reason: Sendable {
    case unauthorised, malformed
    case unknownModel(String)
  }
}
