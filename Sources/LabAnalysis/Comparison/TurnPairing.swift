import LabRecord
import LabTimeline

/// The turns of two cells, each beside the same turn under the other condition.
///
/// A turn's counterpart has the same conversation of the corpus, the same iteration and the same place in the
/// conversation. Turns that count nowhere (warm-ups, conversations that were cut off) are not paired. Where a
/// turn of one side split or joined utterances of the caller, the same place holds different words: such
/// turns are left out too, told by the number of words in the reference transcript.
public struct TurnPairing: Sendable {
  public let match: CellMatch
  public let selection: TurnSelection
  /// The pairs, in the candidate's order of work.
  public let pairs: [PairedTurn]
  /// What has no counterpart, the baseline's side first, in the order of work.
  public let unpaired: [UnpairedTurns]

  /// Pairs the turns of two cells.
  ///
  /// - Throws: `AnalysisError` with `notComparable` when the modes differ, when the sides had no conversation
  ///   in common, when conversations of one name hold different words, and when no turn is left to pair.
  public init(_ match: CellMatch, turns selection: TurnSelection = .all) throws(AnalysisError) {
    try match.requireOneMode()
    let baseline = PairingSide(match.baseline, selection)
    let candidate = PairingSide(match.candidate, selection)
    try Self.requireCommonConversation(match, baseline, candidate)
    var pairs: [PairedTurn] = []
    var unpaired = baseline.withoutCounterpart(in: candidate, side: .baseline)
    unpaired += candidate.withoutCounterpart(in: baseline, side: .candidate)
    var alike = 0
    for (number, key) in candidate.order.enumerated() {
      guard let turns = candidate.counted[key], let others = baseline.counted[key] else { continue }
      let counterparts = Dictionary(others.map { ($0.turn, $0) }) { first, _ in first }
      let both = turns.compactMap { turn in
        counterparts[turn.turn].map { PairedTurn(conversation: number, baseline: $0, candidate: turn) }
      }
      let kept = both.filter(\.isOneUtterance)
      alike += kept.count { $0.hasWords }
      pairs += kept
      if kept.count < both.count {
        for side in [Cell.Arm.baseline, .candidate] {
          unpaired.append(
            UnpairedTurns(
              side: side, conversation: key.name, iteration: key.iteration, turns: both.count - kept.count,
              reason: .otherUtterance))
        }
      }
    }
    let unlike = unpaired.reduce(0) {
      $1.reason == .otherUtterance && $1.side == .candidate ? $0 + $1.turns : $0
    }
    guard unlike <= alike else { throw match.otherCorpus(unlike, of: unlike + alike) }
    guard !pairs.isEmpty else { throw match.nothingToPair(selection, unpaired) }
    self.match = match
    self.selection = selection
    self.pairs = pairs
    self.unpaired = unpaired
  }

  /// Whether two cells had at least one conversation of the corpus in common; otherwise they cannot be
  /// paired.
  public static func haveCommonConversation(_ match: CellMatch) -> Bool {
    let names = Set(match.baseline.turns.map(\.conversation.name))
    return match.candidate.turns.contains { names.contains($0.conversation.name) }
  }

  private static func requireCommonConversation(
    _ match: CellMatch, _ baseline: PairingSide, _ candidate: PairingSide
  ) throws(AnalysisError) {
    for (side, cell) in [(baseline, match.baseline), (candidate, match.candidate)] where side.counted.isEmpty
    {
      throw match.nothingCounts(in: cell)
    }
    guard haveCommonConversation(match) else { throw match.otherConversations(baseline, candidate) }
  }
}

/// The turns of one side by conversation.
struct PairingSide {
  /// A conversation of the corpus, one time that it ran.
  struct Key: Hashable {
    var name: String
    var iteration: Int
  }

  /// The conversations that count, in the order of work.
  var order: [Key] = []
  /// The turns that count and are selected.
  var counted: [Key: [MeasuredTurn]] = [:]
  /// Why the turns of other conversations do not count.
  private var discarded: [Key: UnpairedTurns.Reason] = [:]

  init(_ cell: ComparedCell, _ selection: TurnSelection) {
    for turn in cell.turns {
      let key = Key(name: turn.conversation.name, iteration: turn.conversation.iteration)
      if turn.discarded != nil {
        discarded[key] = turn.conversation.isWarmup ? .warmupThere : .incompleteThere
      } else if selection.contains(turn.turn) {
        if counted[key] == nil { order.append(key) }
        counted[key, default: []].append(turn)
      }
    }
  }

  /// The turns that the other side lacks.
  func withoutCounterpart(in other: PairingSide, side: Cell.Arm) -> [UnpairedTurns] {
    order.compactMap { key in
      let turns = counted[key] ?? []
      func unpaired(_ count: Int, _ reason: UnpairedTurns.Reason) -> UnpairedTurns {
        UnpairedTurns(
          side: side, conversation: key.name, iteration: key.iteration, turns: count, reason: reason)
      }
      guard let others = other.counted[key] else {
        return unpaired(turns.count, other.discarded[key] ?? .conversationAbsent)
      }
      let there = Set(others.map(\.turn))
      let lacking = turns.count { !there.contains($0.turn) }
      return lacking == 0 ? nil : unpaired(lacking, .turnAbsent)
    }
  }

  /// The conversations by name, sorted.
  var names: [String] { Set(order.map(\.name)).sorted() }
}
