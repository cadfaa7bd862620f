import LabStatistics

/// How far percentiles that were measured, those that were predicted, and the error between the two would lie
/// apart with other conversations of the kind.
///
/// Conversations are drawn with replacement, and every draw takes what was measured and what was put together
/// of the same conversation: where both rest on the same turns, they move together, and the error moves less
/// than either.
struct ErrorSampling {
  private let measured: Pool
  private let predicted: Pool
  /// Which conversations each resample drew, and how often.
  private let draws: [[Int]]

  private static let resamples = 500
  private static let level = 0.95

  /// - Parameters:
  ///   - measured: Milliseconds by conversation.
  ///   - predicted: The same of what was put together.
  ///   - generator: Where the draws come from; derive it by the name of the cell.
  /// - Returns: `nil` with fewer than five conversations.
  init?(
    measured: [TurnParts.Conversation: [Double]], predicted: [TurnParts.Conversation: [Double]],
    generator: SeededGenerator
  ) {
    let conversations = Set(measured.keys).union(predicted.keys).sorted()
    guard conversations.count >= ClusterBootstrap.minimumClusters else { return nil }
    self.measured = Pool(conversations.map { measured[$0] ?? [] })
    self.predicted = Pool(conversations.map { predicted[$0] ?? [] })
    var generator = generator
    draws = (0..<Self.resamples).map { _ in
      var drawn = Array(repeating: 0, count: conversations.count)
      for _ in conversations { drawn[generator.integer(below: conversations.count)] += 1 }
      return drawn
    }
  }

  /// The intervals at a percentile; `nil` when the values do not support it.
  func intervals(at quantile: Quantile) -> PredictionReport.Check.Sampling? {
    guard min(measured.count, predicted.count) >= quantile.minimumCount else { return nil }
    var pairs: [(measured: Double, predicted: Double)] = []
    for drawn in draws {
      guard let measured = measured.estimate(quantile, drawn: drawn), measured != 0,
        let predicted = predicted.estimate(quantile, drawn: drawn)
      else { continue }
      pairs.append((measured, predicted))
    }
    guard let own = Self.interval(pairs.map(\.measured)), let other = Self.interval(pairs.map(\.predicted)),
      let error = Self.interval(pairs.map { $0.predicted / $0.measured - 1 })
    else { return nil }
    return .init(measured: own, predicted: other, error: error)
  }

  private static func interval(_ estimates: [Double]) -> ConfidenceInterval? {
    let sorted = estimates.sorted()
    let tail = (1 - level) / 2
    guard let lower = Quantile(tail).reported(ofSorted: sorted),
      let upper = Quantile(1 - tail).reported(ofSorted: sorted)
    else { return nil }
    return ConfidenceInterval(lower: lower, upper: upper, level: level)
  }

  /// Values from smallest to largest, sorted once, each with its conversation: a resample only counts them.
  private struct Pool {
    private let sorted: [(value: Double, conversation: Int)]
    private let sizes: [Int]

    var count: Int { sorted.count }

    init(_ conversations: [[Double]]) {
      sizes = conversations.map(\.count)
      sorted = conversations.enumerated()
        .flatMap { index, values in values.map { (value: $0, conversation: index) } }
        .sorted { ($0.value, $0.conversation) < ($1.value, $1.conversation) }
    }

    /// The quantile of a resample, by the rule of `Quantile`; `nil` when it holds no value.
    func estimate(_ quantile: Quantile, drawn: [Int]) -> Double? {
      let total = zip(sizes, drawn).reduce(0) { $0 + $1.0 * $1.1 }
      guard total > 0 else { return nil }
      let position = Double(total - 1) * quantile.probability
      let lower = Int(position)
      var seen = 0
      var below: Double?
      for (value, conversation) in sorted where drawn[conversation] > 0 {
        seen += drawn[conversation]
        if below == nil, seen > lower { below = value }
        if let below, seen > min(lower + 1, total - 1) {
          return below + (position - Double(lower)) * (value - below)
        }
      }
      return below
    }
  }
}
