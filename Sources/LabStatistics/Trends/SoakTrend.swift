/// Whether a long run became slower, told apart from the slow wander of a provider.
///
/// The run plays one cycle of items again and again. Each item is centred on its own median, each cycle gives
/// one median, cycles are gathered into blocks; Mann and Kendall's test with Hamed and Rao's factor (at least
/// 1) looks for a rise, Theil and Sen's line says how large it is. Tests of single turns instead gave 7 to 25
/// % false alarms under slow wander in simulations. Fifteen blocks, and a threshold of half the drift that
/// has to be found, let 90 minutes of a turn every nine seconds show 10 %. A wander longer than about a tenth
/// of the run cannot be told from a drift by one run: repeat it, or compare with a baseline arm.
public struct SoakTrend: Sendable, Hashable {
  /// The relative change from the run's beginning to its end: 0.1 is ten per cent slower.
  public let change: Double

  /// The probability of a rise at least as steady if there were none.
  public let probability: Double

  /// The factor by which dependence between blocks enlarges the variance, at least 1.
  public let varianceFactor: Double

  /// The relative deviation of each block from the run's middle, in the order of time.
  public let blocks: [Double]

  /// How many complete cycles were used.
  public let cycles: Int

  /// The blocks of a run that is long enough.
  public static let defaultBlocks = 15

  /// Estimates the trend; nil with fewer than two complete cycles per block.
  ///
  /// A turn that failed is missing from its cycle; a cycle of which more than half is missing is left out,
  /// such as the last one when the time was up.
  public init?(_ series: ItemSeries, blocks: Int = defaultBlocks) {
    let centred = series.centred(minimum: 2)
    let items = Set(series.turns.map(\.item)).count
    let count = (centred.map(\.cycle).max() ?? -1) + 1
    var values = Array(repeating: [Double](), count: count)
    for turn in centred { values[turn.cycle].append(turn.value) }
    let medians = values.filter { 2 * $0.count >= items && !$0.isEmpty }.map { Median.of($0) }
    guard let trend = BlockTrend(medians, blocks: blocks) else { return nil }
    cycles = medians.count
    change = PortableMath.exp(trend.change) - 1
    probability = trend.test.rising
    varianceFactor = trend.test.varianceFactor
    self.blocks = trend.medians.map { PortableMath.exp($0) - 1 }
  }

  /// Whether the run drifted: a rise that chance rarely gives, and one that matters.
  ///
  /// - Parameters:
  ///   - alpha: The accepted share of false alarms; a little less than 1 %, because a wander takes its part
  ///     of that.
  ///   - threshold: The relative change below which a rise does not matter.
  public func drifts(alpha: Double = 0.0075, threshold: Double = 0.05) -> Bool {
    probability <= alpha && change >= threshold
  }
}
