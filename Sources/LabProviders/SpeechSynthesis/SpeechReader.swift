/// Reads what arrives on a connection that carries one chunk of speech.
protocol SpeechReader: Sendable {
  /// What an arrival says; nothing when it is of no interest.
  mutating func read(_ event: WireEvent) -> [SpeechPiece]
}

/// What an arrival says about a chunk of speech.
enum SpeechPiece: Hashable, Sendable {
  /// The connection is open, and the service will speak.
  case connected(ConnectionSetup)
  /// Linear PCM, 16 bits little-endian, cut anywhere.
  case audio([UInt8])
  /// When characters or words are said, from the first sample of the next audio on.
  case aligned(SpeechAlignment)
  /// The chunk's audio is complete.
  case complete
  case failed(ProviderFailure)
}
