public import LabConversation
public import LabProviders
public import LabRecord
public import LabTimeline

/// What a driver hands to a conversation's pipeline.
public enum PipelineInput: Hashable, Sendable {
  /// A timer that the pipeline had set is due.
  case timer(PipelineTimer)
  /// Something arrived on a connection.
  case arrival(ConnectionAddress, WireArrival)
  /// A network that is emulated carried segments once more, or met outages.
  case network(retransmissions: Int, outages: Int)
}

/// What a conversation's pipeline asks of its driver.
///
/// Requests and records are kept apart (`indirect`): with them inside, every timer that is set would be 496
/// bytes long.
public enum PipelineAction: Hashable, Sendable {
  indirect case open(ConnectionAddress, ConnectionRequest)
  case send(ConnectionAddress, WireMessage)
  case close(ConnectionAddress)
  /// Asks for a timer at an absolute instant. A timer of the same name that still runs is replaced.
  case setTimer(PipelineTimer, at: LabInstant)
  case cancelTimer(PipelineTimer)
  /// A turn has begun, by its place in the record.
  case turnBegan(Int)
  /// The caller began to say something: which utterance of the script, and where in the microphone's stream
  /// its speech begins. Only told to drivers that want to know the sound.
  case utteranceBegan(Int, at: Int)
  /// A buffer of the microphone as it is handed on, and the position of its first sample. Only told to
  /// drivers that want to know the sound.
  case soundSent([Int16], at: Int)
  /// The turn that began was none: nobody had said anything, and nothing was answered.
  case turnDiscarded
  /// A turn is over and recorded.
  indirect case turnEnded(TurnRecord)
  /// The conversation is over; nothing follows.
  indirect case ended(ConversationRecord)
}

/// The timers of a pipeline; one of each can run.
public enum PipelineTimer: Hashable, Sendable {
  /// The next buffer of the microphone is full.
  case microphone
  /// Something is due at the sink.
  case playout
  /// The caller loses patience.
  case patience
  case conversation(ConversationTimer)
  case session(Stage, SessionTimer)
  /// The caller's device is done with something.
  case device
  /// A request is sent, or a session is opened, once more.
  case recovery(Stage)
}

/// A connection of a conversation: whose it is and the session's own number for it.
public struct ConnectionAddress: Hashable, Sendable {
  public var stage: Stage
  /// Counts the sessions that a stage had; a lost session is replaced by a new one.
  public var generation: Int
  public var key: ConnectionKey

  public init(stage: Stage, generation: Int, key: ConnectionKey) {
    self.stage = stage
    self.generation = generation
    self.key = key
  }
}
