import LabStatistics
import LabTimeline

/// An empirical model of a cassette's latencies: turns are drawn whole, so that the stages of a turn stay
/// together as they were measured, a slow network or a long prompt with all that follows from it.
public struct TurnDraws: Sendable {
  /// What answers are drawn for: the stage, and the kind of message that asked.
  struct Key: Hashable, Sendable {
    let stage: Stage
    let kind: String

    init(stage: Stage, cause: RecordedConnection.Cause) {
      self.stage = stage
      kind =
        switch cause {
        case .opening: "opening"
        case .message(let kind, _): "message " + kind
        case .sound: "sound"
        }
    }
  }

  /// The answers of one turn: for each key, the offsets of each cause's answers, in order.
  typealias Turn = [Key: [[Duration]]]

  private let pool: [Turn]
  private let seed: UInt64
  private let name: String
  /// The turn drawn for a turn of the client, and how often each key was asked for in it.
  private var drawn: (turn: Int, timing: Turn, asked: [Key: Int])?

  /// - Parameters:
  ///   - conversations: Where turns are drawn from: those with the same providers.
  ///   - seed: The same seed and name draw the same turns.
  ///   - name: Of the conversation that is played.
  public init(from conversations: [RecordedConversation], seed: UInt64, name: String) {
    pool = conversations.flatMap(Self.turns)
    self.seed = seed
    self.name = name
  }

  /// How many turns there are to draw from.
  public var count: Int { pool.count }

  private static func turns(of conversation: RecordedConversation) -> [Turn] {
    let count = conversation.entries.count { if case .turnEnded = $0 { true } else { false } }
    var turns = [Turn](repeating: [:], count: count)
    for connection in conversation.connections {
      let causes = connection.answers.filter { !connection.isSound($0.key) }
        .sorted { ($0.value.first?.sequence ?? 0) < ($1.value.first?.sequence ?? 0) }
      for (cause, answers) in causes {
        // What is after the last turn is the goodbye.
        guard let turn = connection.turns[cause], turn < count else { continue }
        turns[turn][Key(stage: connection.connection.stage, cause: cause), default: []].append(
          answers.map(\.offset))
      }
    }
    return turns
  }

  /// The timing of the next answers of a kind in a turn: a rule from an answer's place and its own offset to
  /// the offset that was drawn; `nil` when no such answer was recorded in the turn drawn.
  mutating func offsets(
    of key: Key, turn: Int
  ) -> (@Sendable (_ index: Int, _ own: Duration) -> Duration)? {
    guard !pool.isEmpty else { return nil }
    if drawn?.turn != turn {
      var generator = SeededGenerator(seed: seed, stream: "cassette/\(name)/\(turn)")
      drawn = (turn, pool[generator.integer(below: pool.count)], [:])
    }
    guard let sequences = drawn?.timing[key], !sequences.isEmpty else { return nil }
    let asked = drawn?.asked[key] ?? 0
    drawn?.asked[key] = asked + 1
    let sequence = sequences[asked % sequences.count]
    return { index, _ in
      guard index >= sequence.count else { return max(.zero, sequence[index]) }
      // An answer longer than the one drawn goes on at the drawn one's mean pace.
      let last = max(.zero, sequence[sequence.count - 1])
      let first = max(.zero, sequence[0])
      let pace = sequence.count > 1 ? (last - first) / (sequence.count - 1) : .zero
      return last + pace * (index - sequence.count + 1)
    }
  }
}
