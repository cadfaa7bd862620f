/// The pauses of one utterance of the caller, with all that a policy knew in each: enough to say afterwards
/// what any policy would have decided.
public struct UtterancePauses: Hashable, Sendable, Codable {
  /// The utterance's place in the script of the conversation.
  public var utterance: Int
  /// In their order. The last one is the end of the turn when `isEnd` says so.
  public var pauses: [PauseRecord]

  public init(utterance: Int, pauses: [PauseRecord] = []) {
    self.utterance = utterance
    self.pauses = pauses
  }

  /// Whether the detector noticed the true end, without which nothing can be said about the delay.
  public var hasEnd: Bool { pauses.last?.isEnd == true }
}

/// One silence that the detector noticed while the caller had the turn, or at its end. Times in nanoseconds.
public struct PauseRecord: Hashable, Sendable, Codable {
  /// From the true end of the caller's speech to where the detector places it; nil for a pause inside the
  /// turn.
  public var located: Int64?
  /// From where speech ended to when the detector heard it again; nil at the end of the turn.
  public var length: Int64?
  /// What was known, and since when; the first step is when the pause was noticed.
  public var steps: [Step]
  /// From where speech ended to the service's own verdict that the turn is over; nil when there was none.
  public var provider: Int64?

  public init(
    located: Int64? = nil, length: Int64? = nil, steps: [Step] = [], provider: Int64? = nil
  ) {
    self.located = located
    self.length = length
    self.steps = steps
    self.provider = provider
  }

  /// Whether the caller had truly finished.
  public var isEnd: Bool { length == nil }

  /// What is known from an instant on.
  public struct Step: Hashable, Sendable, Codable {
    /// From where speech ended.
    public var after: Int64
    public var scores: TurnCueScores

    public init(after: Int64, scores: TurnCueScores) {
      self.after = after
      self.scores = scores
    }
  }
}
