public import LabTimeline

/// A streaming speech-synthesis provider, as a client sees it: one session for one conversation.
///
/// Chunks are spoken in the order in which they were asked for, and their audio is emitted in that order.
public protocol TextToSpeechSession: Sendable {
  /// The sample rate of the audio that comes back, in Hz.
  var sampleRate: Int { get }
  /// Connects ahead of time, where the protocol keeps a connection.
  mutating func open(at now: LabInstant, into actions: inout [TextToSpeechAction])
  /// Asks for a chunk of text to be spoken.
  mutating func speak(
    _ id: RequestID, text: String, at now: LabInstant, into actions: inout [TextToSpeechAction])
  /// Drops everything that was asked for and not yet delivered; nothing more is emitted for it.
  mutating func clear(at now: LabInstant, into actions: inout [TextToSpeechAction])
  /// Ends the session in the way the protocol asks for.
  mutating func close(at now: LabInstant, into actions: inout [TextToSpeechAction])
  mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [TextToSpeechAction])
  mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [TextToSpeechAction])
}

/// What a synthesis session asks of its driver or tells the pipeline.
public typealias TextToSpeechAction = SessionAction<TextToSpeechEvent>

/// What a synthesis session tells the pipeline.
public enum TextToSpeechEvent: Hashable, Sendable {
  /// A connection is open; for HTTP, the response's head of this chunk arrived.
  case connected(RequestID?, ConnectionSetup)
  /// Audio of a chunk: mono linear PCM, 16 bits little-endian, whole samples.
  case audio(RequestID, [UInt8], FarSide?)
  /// When characters or words of a chunk are said; comes with the audio, where the service tells it.
  case aligned(RequestID, SpeechAlignment)
  /// The chunk's audio is complete.
  case finished(RequestID)
  /// The chunk failed.
  case failed(RequestID, ProviderFailure)
  /// Audio came that nobody had asked for, or that was taken back, and was dropped.
  case unasked
  /// The session was lost with no chunk under way.
  case lost(ProviderFailure)
}
