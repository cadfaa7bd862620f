/// What was counted in a turn or, summed up, in a conversation or cell.
public struct TurnCounts: Hashable, Sendable, Codable {
  /// Commits before the caller had truly finished.
  public var falseCutoffs = 0
  /// Turns that began without anybody speaking and led to nothing.
  public var falseStarts = 0
  /// Utterances of the caller that never led to a reply.
  public var missedTurns = 0
  /// Real interruptions that the caller tried.
  public var interruptions = 0
  /// Real interruptions that made the agent stop.
  public var interruptionsSucceeded = 0
  /// Times the agent stopped for something that was not an interruption.
  public var falseYieldsBackchannel = 0
  public var falseYieldsNoise = 0
  public var falseYieldsEcho = 0
  /// Times the sink ran dry inside a reply.
  public var underruns = 0
  /// Words in the reference transcript, and how many the final transcript got wrong.
  public var words = 0
  public var wordErrors = 0
  /// Frames of the microphone.
  public var frames = 0
  /// Frames handed on more than 5 ms after they were due. Always 0 in virtual time.
  public var lateFrames = 0
  /// Requests to providers that were repeated after a failure.
  public var retries = 0
  /// Sessions that were lost and opened again: at once where the plan says so, otherwise for the next turn.
  public var reconnects = 0
  /// Connections that were set up inside the turn.
  public var connectionsOpened = 0
  /// Requests that found an open connection.
  public var connectionsReused = 0
  /// Answers that were dropped: to a request that had been interrupted, to nothing that was asked, or a
  /// second time.
  public var staleAnswers = 0
  /// Segments that an emulated network had to carry once more. Only over legs that are followed packet by
  /// packet.
  public var retransmissions = 0
  /// Outages of an emulated network that something was sent in.
  public var outages = 0
  /// Frames of a media leg, in either direction, that were made up because their packet was lost or late.
  public var concealedFrames = 0

  public init() {}

  /// All counts with their names in output, in order.
  public static let all: [(name: String, path: any WritableKeyPath<TurnCounts, Int> & Sendable)] = [
    ("false_cutoffs", \.falseCutoffs), ("false_starts", \.falseStarts),
    ("missed_turns", \.missedTurns), ("interruptions", \.interruptions),
    ("interruptions_succeeded", \.interruptionsSucceeded),
    ("false_yields_backchannel", \.falseYieldsBackchannel), ("false_yields_noise", \.falseYieldsNoise),
    ("false_yields_echo", \.falseYieldsEcho), ("underruns", \.underruns), ("words", \.words),
    ("word_errors", \.wordErrors), ("frames", \.frames), ("late_frames", \.lateFrames),
    ("retries", \.retries), ("reconnects", \.reconnects), ("connections_opened", \.connectionsOpened),
    ("connections_reused", \.connectionsReused), ("stale_answers", \.staleAnswers),
    ("retransmissions", \.retransmissions), ("outages", \.outages),
    ("concealed_frames", \.concealedFrames),
  ]

  /// Adds another's counts to these.
  public mutating func add(_ other: TurnCounts) {
    for (_, path) in Self.all { self[keyPath: path] += other[keyPath: path] }
  }
}

extension TurnCounts {
  public init(from decoder: any Decoder) throws {
    let values = try [String: Int](from: decoder)
    for (name, path) in Self.all { self[keyPath: path] = values[name] ?? 0 }
  }

  /// Writes only what was seen at least once.
  public func encode(to encoder: any Encoder) throws {
    let seen = Self.all.map { ($0.name, self[keyPath: $0.path]) }.filter { $0.1 != 0 }
    try Dictionary(uniqueKeysWithValues: seen).encode(to: encoder)
  }
}
