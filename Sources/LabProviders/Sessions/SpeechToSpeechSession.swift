public import LabTimeline

/// A service that hears and speaks by itself, as a client sees it: one session for one conversation, in place
/// of speech to text, a language model and speech synthesis.
///
/// The service decides when the caller has finished and answers without being asked.
public protocol SpeechToSpeechSession: Sendable {
  /// The sample rate of the audio that comes back, in Hz.
  var sampleRate: Int { get }
  /// Connects.
  mutating func open(at now: LabInstant, into actions: inout [SpeechToSpeechAction])
  /// Sends a piece of the microphone: mono linear PCM, 16 bits little-endian, at the session's sample rate.
  /// Audio from before the connection is open is kept and sent when it opens.
  mutating func append(audio: [UInt8], at now: LabInstant, into actions: inout [SpeechToSpeechAction])
  /// Tells the service how much of a reply the caller has heard, of which no more is played; nothing more is
  /// emitted for it but what it cost.
  mutating func truncate(
    _ id: RequestID, heard: Duration, at now: LabInstant, into actions: inout [SpeechToSpeechAction])
  /// Ends the session in the way the protocol asks for.
  mutating func close(at now: LabInstant, into actions: inout [SpeechToSpeechAction])
  mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [SpeechToSpeechAction])
  mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [SpeechToSpeechAction])
}

/// What a speech-to-speech session asks of its driver or tells the pipeline.
public typealias SpeechToSpeechAction = SessionAction<SpeechToSpeechEvent>

/// What a speech-to-speech session tells the pipeline. Replies are numbered by the session in the order in
/// which the service begins them.
public enum SpeechToSpeechEvent: Hashable, Sendable {
  /// The session is open and the service listens.
  case ready(ConnectionSetup)
  /// The service heard the caller begin to speak, and has stopped whatever it was saying.
  case speechStarted
  /// The service takes the caller's turn for ended. `located` is where it places the end of speech, in the
  /// audio of the session; `nil` when it does not say.
  case turnEnded(located: Duration?)
  /// What the caller said in a turn, counted from 0 in the order of their ends; `nil` when the service could
  /// not write it down.
  case transcript(turn: Int, String?)
  /// So much of a turn's sound was written down, which is billed apart from the reply; the turn is counted as
  /// above.
  case transcribed(turn: Int, Duration)
  /// The service begins to answer the turn that ended last.
  case replyStarted(RequestID)
  /// A piece of what the reply says; never empty.
  case text(RequestID, String)
  /// Audio of a reply: mono linear PCM, 16 bits little-endian, whole samples.
  case audio(RequestID, [UInt8], FarSide?)
  /// The reply is complete, or was cut off by the caller.
  case finished(RequestID)
  /// The reply failed; the session goes on.
  case failed(RequestID, ProviderFailure)
  /// What a reply cost; comes for one that was cut off as well.
  case usage(RequestID, SpeechToSpeechUsage)
  /// The session is over after `close`.
  case closed
  /// The session cannot go on; the pipeline may open a new one.
  case lost(ProviderFailure)
}

/// What a reply of a speech-to-speech service consumed in tokens, as the service counted it.
public struct SpeechToSpeechUsage: Hashable, Sendable {
  /// Everything that was read, cached or not, sound or text.
  public let input: Int
  public let audioInput: Int
  /// What of the input came from the cache.
  public let cachedInput: Int
  /// What of that was sound.
  public let cachedAudioInput: Int
  /// Everything that was written, sound or text.
  public let output: Int
  public let audioOutput: Int

  public init(
    input: Int, audioInput: Int, cachedInput: Int, cachedAudioInput: Int, output: Int, audioOutput: Int
  ) {
    self.input = TokenUsage.possible(input)
    self.audioInput = TokenUsage.possible(audioInput)
    self.cachedInput = TokenUsage.possible(cachedInput)
    self.cachedAudioInput = TokenUsage.possible(cachedAudioInput)
    self.output = TokenUsage.possible(output)
    self.audioOutput = TokenUsage.possible(audioOutput)
  }
}
