import LabStatistics

/// What a policy makes of all turns: for each neutral pause, how many callers it cuts off and how long the
/// others wait.
struct FrontierCurve: Sendable {
  /// Turns by conversation; turns of one conversation are alike, and are drawn together for intervals.
  let clusters: [[FrontierTurn]]
  /// All turns, those that are cut off longest first.
  private let order: [(turn: FrontierTurn, cluster: Int)]

  init(_ clusters: [[FrontierTurn]]) {
    self.clusters = clusters.filter { !$0.isEmpty }
    order = self.clusters.enumerated().flatMap { index, turns in turns.map { ($0, index) } }
      .sorted { $0.turn.critical > $1.turn.critical }
  }

  var count: Int { order.count }

  /// The share of turns that are cut off at a neutral pause.
  func falseCutoffs(at threshold: Double) -> Double {
    Double(order.count { $0.turn.critical > threshold }) / Double(max(1, count))
  }

  /// How long the caller waits in each turn, shortest first.
  func delays(at threshold: Double, weights: [Int]? = nil) -> [Double] {
    order.flatMap { item in
      Array(repeating: item.turn.delay(at: threshold), count: weights?[item.cluster] ?? 1)
    }.sorted()
  }

  /// The shortest neutral pause that cuts off no more than a share of the turns.
  ///
  /// - Parameter weights: How often each conversation counts.
  func threshold(at share: Double, weights: [Int]? = nil) -> Double {
    let total = order.reduce(0) { $0 + (weights?[$1.cluster] ?? 1) }
    var left = Int(share * Double(total) + 1e-9)
    for (turn, cluster) in order {
      left -= weights?[cluster] ?? 1
      if left < 0 { return turn.critical }
    }
    return 0
  }

  /// The point of the curve at a share of false cut-offs; nil when there are too few turns for one to be that
  /// share.
  func point(at share: Double, generator: SeededGenerator?) -> FrontierReport.Point? {
    guard share * Double(count) >= 1 else { return nil }
    let threshold = threshold(at: share)
    let delays = Sample(delays(at: threshold))
    guard let mean = delays.mean else { return nil }
    var point = FrontierReport.Point(
      falseCutoffs: share, thresholdMilliseconds: threshold, mean: mean, p50: delays.quantile(0.5),
      p90: delays.quantile(0.9))
    if let generator {
      let bootstrap = ClusterBootstrap(
        generator: generator.derived(name: "frontier \(share)"), resamples: 1000)
      func interval(_ figure: ([Double]) -> Double?) -> [Double]? {
        bootstrap.interval(clusters: clusters.count) { weights in
          figure(self.delays(at: self.threshold(at: share, weights: weights), weights: weights))
        }.map { [$0.lower, $0.upper] }
      }
      point.interval95.mean = interval { $0.isEmpty ? nil : $0.reduce(0, +) / Double($0.count) }
      point.interval95.p50 = interval { $0.isEmpty ? nil : $0[($0.count - 1) / 2] }
    }
    return point
  }

  /// The curve itself, from a neutral pause of 100 ms to 3 s.
  var line: [FrontierReport.LinePoint] {
    stride(from: 100.0, through: 3000, by: 50).map { threshold in
      let delays = delays(at: threshold)
      return FrontierReport.LinePoint(
        thresholdMilliseconds: threshold, falseCutoffs: falseCutoffs(at: threshold),
        mean: delays.reduce(0, +) / Double(max(1, delays.count)))
    }
  }
}
