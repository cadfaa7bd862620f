/// What a caller says in a conversation, with the truth about it, at the pipeline's sample rate.
public struct CallerScript: Sendable {
  public var utterances: [ScriptedUtterance]

  public init(utterances: [ScriptedUtterance]) {
    self.utterances = utterances
  }
}

/// One utterance of a caller. Positions count samples of the clip.
public struct ScriptedUtterance: Sendable {
  /// Mono sound with silence around the speech.
  public var samples: [Int16]
  /// Where speech truly is.
  public var speech: Range<Int>
  public var transcript: String
  public var begins: Beginning
  public var kind: Kind

  public init(
    samples: [Int16], speech: Range<Int>, transcript: String, begins: Beginning, kind: Kind = .speech
  ) {
    self.samples = samples
    self.speech = speech
    self.transcript = transcript
    self.begins = begins
    self.kind = kind
  }

  /// When the speech of an utterance begins.
  public enum Beginning: Hashable, Sendable {
    /// This long after the conversation began.
    case at(Duration)
    /// This long after the agent has finished.
    case afterReply(Duration)
    /// This long after the agent became audible.
    case bargeIn(Duration)
  }

  /// What an utterance is; only `speech` asks the agent to stop or to answer.
  public enum Kind: String, Hashable, Sendable {
    case speech, backchannel, cough, noise
  }
}
