/// Whether the turns of an ordinary run became slower or faster while it lasted.
///
/// Like `SoakTrend`, but for runs that do not play balanced cycles: items that were played once cannot be
/// compared with themselves and are left out, and blocks hold equally many turns. When no item comes twice,
/// all turns are compared with each other, which needs a larger drift to be seen.
public struct DriftWithinRun: Sendable, Hashable {
  /// The relative change from the run's beginning to its end: 0.1 is ten per cent slower, −0.1 faster.
  public let change: Double

  /// The probability of a trend at least as steady, in either direction, if there were none.
  public let probability: Double

  /// The relative deviation of each block from the run's middle, in the order of time.
  public let blocks: [Double]

  /// How many turns were used.
  public let turns: Int

  /// Whether every turn was compared with others of its item.
  public let isCentredPerItem: Bool

  /// The fewest turns that are tested: 10 blocks of 5.
  public static let minimumTurns = 50

  /// Estimates the drift; nil with fewer than `minimumTurns` turns that have a value.
  public init?(_ series: ItemSeries) {
    let perItem = series.centred(minimum: 2).map(\.value)
    let single = ItemSeries(series.turns.map { ItemSeries.Turn(item: 0, latency: $0.latency) })
    isCentredPerItem = perItem.count >= Self.minimumTurns
    let values = isCentredPerItem ? perItem : single.centred(minimum: 1).map(\.value)
    guard values.count >= Self.minimumTurns, let trend = BlockTrend(values, blocks: 10) else { return nil }
    turns = values.count
    change = PortableMath.exp(trend.change) - 1
    probability = min(1, 2 * min(trend.test.rising, trend.test.falling))
    blocks = trend.medians.map { PortableMath.exp($0) - 1 }
  }

  /// Whether the run drifted: a trend that chance rarely gives, and one that matters.
  public func drifts(alpha: Double = 0.01, threshold: Double = 0.05) -> Bool {
    probability <= alpha && abs(change) >= threshold
  }
}
