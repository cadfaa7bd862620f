import LabStatistics
import LabTimeline

/// The change of voice to voice between two cells, divided among the parts of the way.
///
/// The parts of a turn sum to its `turn.v2v` to the nanosecond, so their changes sum to its change. Over the
/// pairs in which both turns have one.
public struct ChangeAttribution: Sendable, Hashable {
  /// How many pairs both have a voice-to-voice latency.
  public let pairs: Int
  /// The sum of the changes of voice to voice.
  public let totalNanoseconds: Int64
  /// The parts that either side has, those that changed most first; equal ones in the order of the turn.
  public let stages: [StageChange]
  /// How voice to voice itself moved.
  public let movement: Movement

  /// The mean change of voice to voice, in milliseconds.
  public var meanMilliseconds: Double { Double(totalNanoseconds) / Double(pairs) / 1e6 }

  /// Divides the change; `nil` when no pair has a latency on both sides.
  public init?(_ pairs: [PairedTurn]) {
    var parts = StageTable()
    var whole: [(baseline: Int64, candidate: Int64)] = []
    for pair in pairs {
      guard let baseline = pair.baseline.contributions, let candidate = pair.candidate.contributions else {
        continue
      }
      parts.add(baseline, candidate)
      whole.append((Self.sum(baseline), Self.sum(candidate)))
    }
    guard !whole.isEmpty else { return nil }
    let total = whole.reduce(0) { $0 + $1.candidate - $1.baseline }
    self.pairs = whole.count
    totalNanoseconds = total
    movement = Movement(nanoseconds: whole)
    stages = parts.changes(pairs: whole.count, total: total)
  }

  /// The parts that explain most of what moved: the first, and others until nine tenths of all movement are
  /// named, at most three. Empty when nothing moved.
  public var leading: [StageChange] {
    let all = stages.reduce(0.0) { $0 + $1.meanMilliseconds.magnitude }
    guard all > 0 else { return [] }
    var named = 0.0
    var leading: [StageChange] = []
    for stage in stages where named < 0.9 * all && leading.count < 3 {
      leading.append(stage)
      named += stage.meanMilliseconds.magnitude
    }
    return leading
  }

  /// Whether nothing contradicts that both sides drew the same random numbers: of the services' and the
  /// network's parts that differ from turn to turn, one at least stayed the same in most pairs, or changed
  /// alike in all.
  ///
  /// Draws that were made apart agree in none of them.
  package var hasCommonDraws: Bool {
    let drawn = stages.filter { $0.isVarying && Self.drawing.contains($0.owner) }
    return drawn.isEmpty
      || drawn.contains {
        $0.movement.unmoved > $0.movement.moved || $0.movement.uniformChange != nil
          || $0.movement.uniformMilliseconds != nil
      }
  }

  private static let drawing: Set<Contribution.Owner> = [.network, .stt, .llm, .tts]

  private static func sum(_ contributions: [Contribution]) -> Int64 {
    contributions.reduce(0) { $0 + $1.nanoseconds }
  }
}

/// Collects the parts of pairs of turns by name, in the order of the turn.
private struct StageTable {
  private struct Part {
    var name: String
    var owner: Contribution.Owner
    /// Baseline and candidate of the pairs that have the part, on either side.
    var pairs: [(baseline: Int64, candidate: Int64)] = []
  }

  private var parts: [Part] = []

  mutating func add(_ baseline: [Contribution], _ candidate: [Contribution]) {
    place(baseline)
    place(candidate)
    for index in parts.indices {
      let name = parts[index].name
      func sum(_ side: [Contribution]) -> Int64? {
        let own = side.filter { $0.name == name }
        return own.isEmpty ? nil : own.reduce(0) { $0 + $1.nanoseconds }
      }
      let sides = (sum(baseline), sum(candidate))
      guard sides.0 != nil || sides.1 != nil else { continue }
      parts[index].pairs.append((sides.0 ?? 0, sides.1 ?? 0))
    }
  }

  /// Makes room for parts that were not seen before, behind the part that precedes them in the turn.
  private mutating func place(_ contributions: [Contribution]) {
    var next = 0
    for contribution in contributions {
      if let index = parts.firstIndex(where: { $0.name == contribution.name }) {
        next = index + 1
      } else {
        parts.insert(Part(name: contribution.name, owner: contribution.owner), at: next)
        next += 1
      }
    }
  }

  func changes(pairs: Int, total: Int64) -> [StageChange] {
    let changes = parts.map { part in
      let differences = part.pairs.map { $0.candidate - $0.baseline }
      let sum = differences.reduce(0, +)
      let absent = [Double](repeating: 0, count: pairs - differences.count)
      return StageChange(
        name: part.name, owner: part.owner, totalNanoseconds: sum,
        meanMilliseconds: Double(sum) / Double(pairs) / 1e6,
        medianMilliseconds: Sample.median(of: differences.map { Double($0) / 1e6 } + absent),
        share: total == 0 ? nil : Double(sum) / Double(total), movement: Movement(nanoseconds: part.pairs),
        isVarying: Set(part.pairs.map(\.baseline)).count > 1)
    }
    return changes.enumerated()
      .sorted {
        ($1.element.totalNanoseconds.magnitude, $0.offset) < (
          $0.element.totalNanoseconds.magnitude, $1.offset
        )
      }
      .map(\.element)
  }
}
