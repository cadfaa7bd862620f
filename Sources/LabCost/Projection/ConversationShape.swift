public import LabErrors

/// The conversations to project to; what is left out stays as it was measured.
public struct ConversationShape: Hashable, Sendable {
  /// The share of the time in which the agent speaks, above 0 and below 1.
  public var talkShare: Double?
  /// How long a session is, in minutes.
  public var sessionMinutes: Double?
  /// How often per minute the agent answers.
  public var turnsPerMinute: Double?
  /// The share of the tokens read that the provider's cache has, from 0 to 1.
  public var cachedShare: Double?
  /// The most tokens that a prompt has: what the pipeline's context window keeps (`maxContextTokens`).
  public var contextLimit = 8000
  /// Hours of conversation a month, which plans with a monthly fee are divided by; `nil` for no month at all.
  public var hoursPerMonth: Double?

  public init() {}
}

/// The readings that are expected of one session, of which some may be of single requests.
public struct ProjectedSession: Hashable, Sendable {
  public var readings: MeterReadings
  /// How many turns they are spread over, evenly; at least 1.
  public var turns: Int
  /// The length in microseconds.
  public var length: Int64 { readings[.sessionSeconds] }
}

/// What cannot be computed from a run, or was asked for wrongly.
public struct CostError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence.
  public let message: String
  /// What to do about it.
  public let hint: String

  public init(_ message: String, hint: String) {
    self.message = message
    self.hint = hint
  }

  /// The message, then the hint.
  public var description: String { report }
}

extension CostError: UserFacingError {
  public var exit: ProgramExit { .configuration }
}
