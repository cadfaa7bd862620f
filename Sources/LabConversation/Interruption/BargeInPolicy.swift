/// How the agent makes up its mind that sound over its voice is an interruption.
public enum BargeInPolicy: String, Hashable, Sendable, CaseIterable {
  /// The first confident frames of speech end the reply, whatever they are.
  case immediate
  /// The first confident frames only hold the reply; words, or enough voice, end it, and otherwise it goes
  /// on.
  case selective
}

/// What is done with a reply while it is not clear yet whether the caller wants the floor.
public enum BargeInHold: String, Hashable, Sendable, CaseIterable {
  /// The sink falls silent and goes on where it paused.
  case pause
  /// The reply goes on more softly.
  case duck
  /// The reply goes on as it was.
  case none
}
