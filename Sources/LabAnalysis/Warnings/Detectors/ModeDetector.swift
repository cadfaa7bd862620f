import LabRecord
import LabStatistics
import LabTimeline

/// Do the latencies of a stage come in separate groups?
enum ModeDetector {
  /// The probability of such a dip in one metric if there were one mode. It is held against uniform values,
  /// whose dips are larger than those of any latencies with one mode, so that false alarms are far rarer
  /// still.
  static let probability = 0.001
  /// The smaller group is at least this share of the turns.
  static let smallestShare = 0.1
  /// The groups' medians are at least this far apart, as a share of the lower one.
  static let smallestDistance = 0.2
  /// The fewest values that are tested.
  static let fewestValues = 20
  /// More values than this show no more modes, and the test grows with them.
  private static let mostValues = 500

  static let definition = WarningDefinition(
    code: .multimodal, title: "Several modes",
    condition:
      "A latency of the tables lies in two groups: Hartigan’s dip test below 0.1 %, medians at least 20 % apart, "
      + "the smaller group at least 10 % of the turns. Needs \(fewestValues) values.",
    severity: .note,
    why:
      "A median between two groups describes no turn, and a percentile at the edge of one jumps from run to run "
      + "without anything having changed.",
    advice:
      "Find what tells the groups apart and look at each alone: in turns.csv the connection (opened or reused), the "
      + "first or a later turn, the conversation, what was said; then the provider’s region or model version."
  )

  static func warnings(in evidence: RunEvidence) -> [MeasurementWarning] {
    evidence.cells.flatMap { cell in
      LatencyTarget.all.compactMap { warning(about: $0, of: cell, seed: evidence.seed) }
    }
  }

  private struct Value {
    var milliseconds: Double
    var turn: MeasuredTurn
  }

  private static func warning(
    about target: LatencyTarget, of cell: RunEvidence.CellEvidence, seed: UInt64
  ) -> MeasurementWarning? {
    guard let metric = MetricCatalogue.all.firstIndex(of: target.metric) else { return nil }
    let all = cell.turns.compactMap { turn in
      turn.measurements[metric].value.map { Value(milliseconds: $0.milliseconds, turn: turn) }
    }
    let values = all.map(\.milliseconds)
    guard values.count >= fewestValues, let groups = TwoGroups(values),
      min(groups.lower.count, groups.upper.count) >= Int(smallestShare * Double(values.count)),
      groups.upper.median - groups.lower.median >= smallestDistance * groups.lower.median.magnitude,
      isMultimodal(values, generator: SeededGenerator(seed: seed).derived(name: target.metric.key))
    else { return nil }
    let upper = Set(
      all.sorted { $0.milliseconds < $1.milliseconds }.suffix(groups.upper.count).map(\.turn.ordinal))
    let seen =
      "\(target.title) lies in two groups, around \(FixedPoint.milliseconds(groups.lower.median)) ms "
      + "(\(FixedPoint.percent(groups.lower.count, of: values.count)) of \(values.count) turns) and around "
      + "\(FixedPoint.milliseconds(groups.upper.median)) ms "
      + "(\(FixedPoint.percent(groups.upper.count, of: values.count))). "
      + ModeTag.sentence(all.map(\.turn)) { upper.contains($0.ordinal) }
    return MeasurementWarning(
      definition, scope: .cell(cell.index), metric: target.metric, seen: seen)
  }

  private static func isMultimodal(_ values: [Double], generator: SeededGenerator) -> Bool {
    let count = min(values.count, mostValues)
    let some = (0..<count).map { values[$0 * values.count / count] }
    return DipTest(some, generator: generator, samples: 1_000).map { $0.probability <= probability } ?? false
  }
}

/// What could tell the turns of two groups apart.
private struct ModeTag {
  let name: String
  let value: @Sendable (MeasuredTurn) -> String

  static let all = [
    ModeTag(name: "the connection") { $0.counts.connectionsOpened > 0 ? "opened" : "reused" },
    ModeTag(name: "the place of the turn") { $0.turn == 0 ? "first" : "later" },
    ModeTag(name: "the conversation") { $0.conversation.name },
    ModeTag(name: "what was said") { "\($0.conversation.name), turn \($0.turn + 1)" },
  ]

  /// From this strength on, a tag is named.
  private static let namedStrength = 0.6
  /// A tag with so few turns for each of its values could tell any groups apart.
  private static let fewestTurnsPerValue = 5

  /// Names the tag that tells the groups apart best, or says that none does.
  static func sentence(_ turns: [MeasuredTurn], isUpper: (MeasuredTurn) -> Bool) -> String {
    let share = Double(turns.filter(isUpper).count) / Double(turns.count)
    let candidates = all.compactMap { tag -> Explanation? in
      let groups = Dictionary(grouping: turns, by: tag.value).sorted { $0.key < $1.key }
      guard groups.count > 1, turns.count >= fewestTurnsPerValue * groups.count else { return nil }
      return Explanation(
        tag: tag, values: groups.map { ($0.key, $0.value.count, $0.value.count(where: isUpper)) },
        share: share)
    }
    // Of equally good explanations the first is the simplest.
    let most = candidates.map(\.strength).max() ?? 0
    guard most >= namedStrength, let best = candidates.first(where: { $0.strength >= most }) else {
      return
        "Neither the connection nor the place of the turn nor the conversation nor what was said tells them apart."
    }
    return best.sentence
  }
}

/// How well a tag tells two groups of turns apart.
private struct Explanation {
  let tag: ModeTag
  /// The tag's values, each with its turns and those of them that are in the upper group.
  let values: [(name: String, turns: Int, upper: Int)]
  /// The share of all turns that is in the upper group.
  let share: Double

  private static let mostNames = 3

  /// 0 when every value of the tag has the same share of slow turns, 1 when each lies wholly in one group.
  var strength: Double {
    let turns = values.reduce(0) { $0 + $1.turns }
    let excess = values.reduce(0) { $0 + abs(Double($1.upper) - share * Double($1.turns)) }
    return excess / (2 * Double(turns) * share * (1 - share))
  }

  /// The tag, with the values whose turns are mostly in the upper group.
  var sentence: String {
    let slow = values.filter { 2 * $0.upper > $0.turns }.sorted { ($1.upper, $0.name) < ($0.upper, $1.name) }
    let names =
      slow.prefix(Self.mostNames).map { "“\($0.name)”" } + (slow.count > Self.mostNames ? ["…"] : [])
    let inside = slow.reduce(0) { $0 + $1.upper }
    let own = slow.reduce(0) { $0 + $1.turns }
    let others = values.reduce(0) { $0 + $1.turns } - own
    let astray = values.reduce(0) { $0 + $1.upper } - inside
    return
      "What tells them apart is \(tag.name): of the \(own) turns with \(names.joined(separator: ", ")), \(inside) are "
      + "in the upper group; of the \(others) others, \(astray)."
  }
}
