public import LabTimeline

/// One line of `record.jsonl`: the file that joins measuring and analysis.
///
/// A record is a header, then for each conversation its turns as they ended and one line that closes it, then
/// a footer. A conversation without its closing line was cut off and is measured again by `--resume`.
public enum RecordLine: Hashable, Sendable {
  case header(RecordHeader)
  case turn(TurnRecord)
  case conversation(ConversationRecord)
  case footer(RecordFooter)
}

/// What the run was: enough to know whether two records can be merged or compared.
public struct RecordHeader: Hashable, Sendable, Codable {
  /// The format of the record; a reader refuses one that it does not know.
  public static let currentSchema = "turnlab.record/1"

  public var schema = currentSchema
  public var plan: PlanIdentity
  /// The plan under which the baseline arm was measured; absent when it has none of its own.
  public var baseline: PlanIdentity?
  public var mode: RunMode
  public var seed: UInt64
  /// The cells of the whole matrix; turns name them by index.
  public var cells: [Cell]
  /// Which cells are compared within the run; absent when it carries no baseline.
  public var pairs: [ArmPair]?
  /// How many conversations the whole run has, over all shards.
  public var conversations: Int
  /// Which part this record holds; absent when it holds all.
  public var shard: Shard?
  /// Which of the plan's cells were measured, in the words of `--select`; absent when all of them were.
  public var selection: String?

  public init(
    plan: PlanIdentity, baseline: PlanIdentity? = nil, mode: RunMode, seed: UInt64, cells: [Cell],
    pairs: [ArmPair]? = nil, conversations: Int, shard: Shard? = nil, selection: String? = nil
  ) {
    self.plan = plan
    self.baseline = baseline
    self.mode = mode
    self.seed = seed
    self.cells = cells
    self.pairs = pairs
    self.conversations = conversations
    self.shard = shard
    self.selection = selection
  }

  /// The plan by name and content.
  public struct PlanIdentity: Hashable, Sendable, Codable {
    public var name: String
    public var sha256: String

    public init(name: String, sha256: String) {
      self.name = name
      self.sha256 = sha256
    }
  }

  /// Part `index` of `count`, counted from 1.
  public struct Shard: Hashable, Sendable, Codable {
    public var index: Int
    public var count: Int

    public init(index: Int, count: Int) {
      self.index = index
      self.count = count
    }

    /// Whether this part measures the conversation of a position in the order of work.
    ///
    /// - Parameter inPairs: Whether conversations come in pairs, at the positions 2k and 2k + 1, which stay
    ///   together.
    public func contains(_ position: Int, inPairs: Bool) -> Bool {
      (inPairs ? position / 2 : position) % count == index - 1
    }
  }

  /// Whether the run, or this part of it, measures the conversation of a position in the order of work.
  public func covers(_ position: Int) -> Bool {
    shard?.contains(position, inPairs: pairs != nil) ?? true
  }
}

/// A cell and the one it is held against, both as indices into the header's list.
///
/// Every conversation of the one ran in the other too, right before or right after it, in a seeded random
/// order.
public struct ArmPair: Hashable, Sendable, Codable {
  public var candidate: Int
  public var baseline: Int

  public init(candidate: Int, baseline: Int) {
    self.candidate = candidate
    self.baseline = baseline
  }
}

/// Where a conversation stands in the run.
public struct ConversationIdentity: Hashable, Sendable, Codable {
  /// Its place in the order of work, from 0, over all shards.
  public var position: Int
  /// Its cell, an index into the header's list.
  public var cell: Int
  /// The conversation of the corpus.
  public var name: String
  /// Which repetition, from 0.
  public var iteration: Int
  /// Whether it was a warm-up, which is recorded and left out of every summary.
  public var isWarmup: Bool

  public init(position: Int, cell: Int, name: String, iteration: Int, isWarmup: Bool) {
    self.position = position
    self.cell = cell
    self.name = name
    self.iteration = iteration
    self.isWarmup = isWarmup
  }

  private enum CodingKeys: String, CodingKey {
    case position, cell, name, iteration
    case isWarmup = "warmup"
  }
}

/// One turn.
public struct TurnRecord: Hashable, Sendable, Codable {
  public var conversation: ConversationIdentity
  /// The turn's place in its conversation, from 0.
  public var turn: Int
  public var outcome: TurnOutcome
  public var events: TurnTrace
  public var counts: TurnCounts
  public var usage: Usage
  /// What could have made the agent stop in this turn; absent when the plan does not ask for it.
  public var interruptionTrials: [InterruptionTrial]?

  public init(
    conversation: ConversationIdentity, turn: Int, outcome: TurnOutcome, events: TurnTrace,
    counts: TurnCounts, usage: Usage
  ) {
    self.conversation = conversation
    self.turn = turn
    self.outcome = outcome
    self.events = events
    self.counts = counts
    self.usage = usage
  }

  private enum CodingKeys: String, CodingKey {
    case conversation, turn, outcome, events, counts, usage
    case interruptionTrials = "interruption_trials"
  }
}

/// The end of a conversation.
public struct ConversationRecord: Hashable, Sendable, Codable {
  public var conversation: ConversationIdentity
  public var turns: Int
  /// From the first frame to the end, on the conversation's clock.
  public var nanoseconds: Int64
  /// Why the conversation ended early, when it did.
  public var failure: String?
  /// What belongs to no single turn: silence between turns, connections at the start.
  public var counts: TurnCounts
  public var usage: Usage
  /// When it was due and when it began; absent in virtual time and when conversations were due at no instant.
  public var arrival: ConversationArrival?
  /// What the caller's device went through; absent when none is emulated.
  public var device: DeviceReading?
  /// The pauses of the caller's utterances; absent when the plan does not ask for them.
  public var utterances: [UtterancePauses]?

  public init(
    conversation: ConversationIdentity, turns: Int, nanoseconds: Int64, failure: String?,
    counts: TurnCounts, usage: Usage, arrival: ConversationArrival? = nil, device: DeviceReading? = nil,
    utterances: [UtterancePauses]? = nil
  ) {
    self.conversation = conversation
    self.turns = turns
    self.nanoseconds = nanoseconds
    self.failure = failure
    self.counts = counts
    self.usage = usage
    self.arrival = arrival
    self.device = device
    self.utterances = utterances
  }
}

/// The end of the record: present only when every conversation of the run or shard is there.
public struct RecordFooter: Hashable, Sendable, Codable {
  public var conversations: Int
  public var turns: Int

  public init(conversations: Int, turns: Int) {
    self.conversations = conversations
    self.turns = turns
  }
}

extension RecordLine: Codable {
  private enum CodingKeys: String, CodingKey {
    case type
  }

  private enum LineType: String, Codable {
    case header, turn, conversation, footer
  }

  public init(from decoder: any Decoder) throws {
    switch try decoder.container(keyedBy: CodingKeys.self).decode(LineType.self, forKey: .type) {
    case .header: self = .header(try RecordHeader(from: decoder))
    case .turn: self = .turn(try TurnRecord(from: decoder))
    case .conversation: self = .conversation(try ConversationRecord(from: decoder))
    case .footer: self = .footer(try RecordFooter(from: decoder))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .header(let header):
      try container.encode(LineType.header, forKey: .type)
      try header.encode(to: encoder)
    case .turn(let turn):
      try container.encode(LineType.turn, forKey: .type)
      try turn.encode(to: encoder)
    case .conversation(let conversation):
      try container.encode(LineType.conversation, forKey: .type)
      try conversation.encode(to: encoder)
    case .footer(let footer):
      try container.encode(LineType.footer, forKey: .type)
      try footer.encode(to: encoder)
    }
  }
}
