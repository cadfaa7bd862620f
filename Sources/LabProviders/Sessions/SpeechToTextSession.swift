public import LabTimeline

/// A speech-to-text provider, as a client sees it: one session for one conversation.
public protocol SpeechToTextSession: Sendable {
  /// Whether what is sent, and paid for, is each utterance on its own; it says so with `sent`. Otherwise it
  /// is the whole stream of the microphone.
  var sendsUtterances: Bool { get }
  /// Connects.
  mutating func open(at now: LabInstant, into actions: inout [SpeechToTextAction])
  /// Sends a piece of the microphone: mono linear PCM, 16 bits little-endian, at the session's sample rate.
  /// Audio from before the connection is open is kept and sent when it opens.
  mutating func append(audio: [UInt8], at now: LabInstant, into actions: inout [SpeechToTextAction])
  /// The caller's own detector heard speech begin, somewhere in the audio that was handed over last. A
  /// session that sends utterances keeps the audio from here on, and a little of it from before.
  mutating func speechStarted(at now: LabInstant, into actions: inout [SpeechToTextAction])
  /// What was heard since then is of no interest, e.g. a cough during a reply; it will not be settled.
  mutating func speechIgnored(at now: LabInstant, into actions: inout [SpeechToTextAction])
  /// Asks the service to settle what it has heard so far. It is answered by a final piece, by
  /// `nothingToSettle`, or not at all: the pipeline needs a time-out of its own.
  mutating func finalize(at now: LabInstant, into actions: inout [SpeechToTextAction])
  /// Ends the session in the way the protocol asks for.
  mutating func close(at now: LabInstant, into actions: inout [SpeechToTextAction])
  mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [SpeechToTextAction])
  mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [SpeechToTextAction])
}

extension SpeechToTextSession {
  public var sendsUtterances: Bool { false }
  /// Does nothing: a service that hears the whole stream finds speech in it by itself.
  public mutating func speechStarted(at now: LabInstant, into actions: inout [SpeechToTextAction]) {}
  /// Does nothing, for the same reason.
  public mutating func speechIgnored(at now: LabInstant, into actions: inout [SpeechToTextAction]) {}
}

/// What a speech-to-text session asks of its driver or tells the pipeline.
public typealias SpeechToTextAction = SessionAction<SpeechToTextEvent>

/// What a speech-to-text session tells the pipeline.
public enum SpeechToTextEvent: Hashable, Sendable {
  /// The session is open and the service listens.
  case ready(ConnectionSetup)
  /// The service answers one utterance, on a connection that it had for it alone.
  case connected(ConnectionSetup)
  /// An utterance of this length was sent as a whole.
  case sent(Duration)
  /// The service's own detector heard speech begin.
  case speechStarted
  /// A transcript that may still change. Replaces the partial before it.
  case partial(String)
  /// A settled piece of the transcript; pieces follow each other and are joined with a space.
  case final(FinalTranscript)
  /// A settled piece came once more, and was dropped.
  case repeated
  /// The service had nothing to settle when it was asked to: all that it heard is settled already. No
  /// transcript came, so there is no latency to measure.
  case nothingToSettle
  /// The service's own policy holds it likely that the caller has finished, with the turn's words so far: a
  /// moment to begin a reply ahead of time. `turnResumed` or `endOfTurn` follows.
  case eagerEndOfTurn(String)
  /// The caller goes on after an `eagerEndOfTurn`; what was begun on its strength is void.
  case turnResumed
  /// The service's own policy says that the caller has finished. The turn's final piece comes right before
  /// it. Not said when the turn ended because it was asked to settle.
  case endOfTurn
  /// The session is over after `close`.
  case closed
  /// The session cannot go on; the pipeline may open a new one.
  case failed(ProviderFailure)
}

/// A settled piece of a transcript.
public struct FinalTranscript: Hashable, Sendable {
  public var text: String
  /// The piece answers a `finalize` request.
  public var answersFinalize: Bool
  /// The service saw the caller pause after it.
  public var endsUtterance: Bool
  public var farSide: FarSide?

  public init(text: String, answersFinalize: Bool, endsUtterance: Bool, farSide: FarSide? = nil) {
    self.text = text
    self.answersFinalize = answersFinalize
    self.endsUtterance = endsUtterance
    self.farSide = farSide
  }
}
