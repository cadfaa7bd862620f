import LabRecord
import LabStatistics
public import LabTimeline

/// Two cells held against each other: what differs, by how much, where it comes from, and what must be known
/// to read it.
///
/// A comparison describes and never judges; that is what gates are for.
public struct CellComparison: Sendable {
  public let match: CellMatch
  public let selection: TurnSelection
  /// The pairs of turns; 0 when nothing could be paired and every turn was compared with every other.
  public let pairs: Int
  /// The conversations that the pairs are of, or that both sides had.
  public let conversations: Int
  /// One comparison per metric, in the order in which they were asked for.
  public let metrics: [MetricComparison]
  /// Where the change of voice to voice comes from; `nil` when turns are not paired or none has one.
  public let attribution: ChangeAttribution?
  /// How many turns each side lost.
  public let lost: LostTurns
  /// What could not be paired.
  public let unpaired: [UnpairedTurns]

  /// Whether the turns are paired.
  public var isPaired: Bool { pairs > 0 }

  /// Whether differences are exact: both sides drew the same random numbers for the same services in virtual
  /// time, so that nothing but what was changed can tell them apart.
  ///
  /// A baseline arm can be told to draw its own; the turns show it.
  public var isExact: Bool {
    isPaired && match.couldShareDraws && attribution?.hasCommonDraws == true
  }

  /// The metrics that are compared when none is named: voice to voice and the stages it is made of.
  public static let standardMetrics: [LatencyMetric] = [
    "turn.v2v", "turn.endpointing", "stt.finalize", "context.build", "llm.ttft", "llm.ttfs", "tts.ttfb",
    "tts.ttfa", "playout.start",
  ].compactMap(MetricCatalogue.metric)

  /// Compares two cells: turn by turn when they had conversations in common, otherwise as two heaps of turns.
  ///
  /// - Parameters:
  ///   - metrics: What to compare; `nil` for those of `standardMetrics` that have values on both sides.
  ///   - selection: Which turns.
  /// - Throws: `AnalysisError` with `notComparable` when the modes differ, when a side has no turn that
  ///   counts, and when conversations of the same names do not hold the same words or cannot be paired.
  public init(
    _ match: CellMatch, metrics: [LatencyMetric]? = nil, turns selection: TurnSelection = .all
  ) throws(AnalysisError) {
    if TurnPairing.haveCommonConversation(match) {
      self.init(try TurnPairing(match, turns: selection), metrics: metrics)
    } else {
      try self.init(unpaired: match, metrics: metrics, turns: selection)
    }
  }

  /// Compares the turns of a pairing.
  public init(_ pairing: TurnPairing, metrics: [LatencyMetric]? = nil) {
    let match = pairing.match
    self.match = match
    selection = pairing.selection
    pairs = pairing.pairs.count
    conversations = Set(pairing.pairs.map(\.conversation)).count
    attribution = ChangeAttribution(pairing.pairs)
    lost = LostTurns(pairs: pairing.pairs)
    unpaired = pairing.unpaired
    let hasNoNoise = match.couldShareDraws && attribution?.hasCommonDraws == true
    let compared = (metrics ?? Self.standardMetrics).map { metric in
      MetricComparison(
        pairing.measure(metric), movement: hasNoNoise ? pairing.movement(of: metric) : nil)
    }
    self.metrics = metrics == nil ? compared.filter(\.hasValues) : compared
  }

  private init(
    unpaired match: CellMatch, metrics: [LatencyMetric]?, turns selection: TurnSelection
  ) throws(AnalysisError) {
    try match.requireOneMode()
    let baseline = try match.countedTurns(of: match.baseline, selection)
    let candidate = try match.countedTurns(of: match.candidate, selection)
    self.match = match
    self.selection = selection
    pairs = 0
    conversations = Set((baseline + candidate).map(\.conversation.position)).count
    attribution = nil
    lost = LostTurns(baseline: baseline, candidate: candidate)
    unpaired = []
    let compared = (metrics ?? Self.standardMetrics).compactMap {
      MetricComparison($0, baseline: baseline, candidate: candidate)
    }
    self.metrics = metrics == nil ? compared.filter(\.hasValues) : compared
  }
}

extension TurnPairing {
  /// How the pairs with a value on both sides moved, to the nanosecond.
  func movement(of metric: LatencyMetric) -> Movement? {
    guard let index = MetricCatalogue.all.firstIndex(of: metric) else { return nil }
    return Movement(
      nanoseconds: pairs.compactMap { pair in
        guard let baseline = pair.baseline.measurements[index].value,
          let candidate = pair.candidate.measurements[index].value
        else { return nil }
        return (baseline.nanoseconds, candidate.nanoseconds)
      })
  }
}

extension CellMatch {
  /// The axes whose services draw latencies and that differ: each then draws its own.
  package var changedServices: [String] {
    Cell.axes.filter { ["workload", "stt", "llm", "tts", "network"].contains($0.name) }
      .filter { $0.value(baseline.cell) != $0.value(candidate.cell) }
      .map(\.name)
  }

  /// Whether both sides may have drawn the same numbers: virtual time, one seed, the same services.
  package var couldShareDraws: Bool { sharesSeed && changedServices.isEmpty }

  /// The turns of a side that count and are selected.
  func countedTurns(
    of cell: ComparedCell, _ selection: TurnSelection
  ) throws(AnalysisError) -> [MeasuredTurn] {
    let turns = cell.turns.filter { $0.discarded == nil && selection.contains($0.turn) }
    guard turns.isEmpty else { return turns }
    throw nothingCounts(in: cell)
  }
}
