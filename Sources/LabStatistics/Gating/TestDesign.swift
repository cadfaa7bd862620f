/// What is asked of a paired test: which change it must find, how surely, and with how many pairs.
///
/// Changes are relative ones, or changes of a share, as the rule that tests says.
public struct TestDesign: Sendable, Hashable {
  /// The slowdown that must not pass unseen: 0.05 is five per cent.
  public var limit: Double
  /// Slowdowns below it are not worth a red gate, however certain; at most half the limit.
  public var floor: Double
  /// The accepted share of false alarms.
  public var alpha: Double
  /// The wanted share of true slowdowns of `limit` that are found.
  public var power: Double
  /// The fewest pairs that are judged.
  public var minimumPairs: Int
  /// The most pairs that will ever be measured.
  public var maximumPairs: Int

  /// One false alarm in 2,000 judgements: a file of twenty gates still fails falsely in at most one run of a
  /// hundred.
  public static let defaultAlpha = 0.0005

  /// The accepted probability that a PASS hides a slowdown of the limit.
  static let passAlpha = 0.05

  /// - Parameter floor: `nil` for two fifths of the limit.
  public init(
    limit: Double, floor: Double? = nil, alpha: Double = Self.defaultAlpha, power: Double = 0.95,
    minimumPairs: Int = 30, maximumPairs: Int = 200
  ) {
    self.limit = limit
    self.floor = floor ?? limit * 0.4
    self.alpha = alpha
    self.power = power
    self.minimumPairs = minimumPairs
    self.maximumPairs = maximumPairs
  }

  /// A judgement that says how much there is to judge, and nothing of it yet.
  func opening(
    _ latencies: PairedLatencies, look: Look, scale: RelativeJudgement.Scale = .relative
  ) -> RelativeJudgement {
    let judged = latencies.judged
    let measured = latencies.pairs.count
    return RelativeJudgement(
      verdict: .error, reason: .noPairs, scale: scale, pairs: judged.count,
      conversations: Set(judged.map(\.conversation)).count, lost: latencies.lost,
      level: measured == 0 ? alpha : look.level(alpha: alpha, measured: measured, maximum: maximumPairs))
  }

  /// The level at which a look may PASS; nil when it may not.
  func passLevel(_ look: Look, measured: Int) -> Double? {
    let level = look.level(alpha: Self.passAlpha, measured: measured, maximum: maximumPairs)
    return level > 0 ? level : nil
  }
}
