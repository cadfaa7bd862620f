/// How a service words speech synthesis on a WebSocket that serves many chunks, one after the other.
protocol SpeechChannelDialect: Sendable {
  /// The service's name in sentences for people.
  static var service: String { get }
  /// The request for a connection.
  ///
  /// - Parameter number: The session's own number for it.
  func connection(_ number: Int) -> ConnectionRequest
  /// A new connection begins: whatever the last one owed is void.
  mutating func reset()
  /// What asks for a chunk.
  mutating func speak(_ text: String) -> [WireMessage]
  /// What takes back everything that was asked for.
  mutating func clear() -> [WireMessage]
  /// What is sent when every chunk is complete.
  mutating func rest() -> [WireMessage]
  /// What a message of the service says.
  mutating func read(_ message: WireMessage) -> [SpeechChannelPiece]
  /// The service still has to answer something that is not a chunk.
  var isOwed: Bool { get }
  /// What asks the service to finish and close; `nil` where the client simply closes.
  var farewell: WireMessage? { get }
  /// The failure that a refused upgrade stands for.
  func refusal(_ head: ResponseHead) -> ProviderFailure
  /// The failure that a close stands for.
  func closed(code: Int, reason: String) -> ProviderFailure
}

/// What a message of the service says; all of it is about the oldest chunk that is not complete.
enum SpeechChannelPiece: Hashable, Sendable {
  /// Linear PCM, 16 bits little-endian, cut anywhere.
  case audio([UInt8])
  /// When words are said, from the chunk's first sample on.
  case aligned(SpeechAlignment)
  /// The chunk's audio is complete.
  case finished
  /// Every chunk under way failed; the connection goes on.
  case failed(ProviderFailure)
  /// Every chunk under way failed, and so did the connection.
  case broken(ProviderFailure)
}
