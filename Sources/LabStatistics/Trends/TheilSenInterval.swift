/// How fast a series rises, with an interval: what a leak is judged by.
///
/// The slope is Theil and Sen's, the median of the slopes of all pairs; its interval is Sen's (Journal of the
/// American Statistical Association 63, 1968): as many slopes are left out on either side as Kendall's
/// balance leaves to chance. The balance's variance is enlarged by Hamed and Rao's factor, because what a
/// process consumes at one moment depends on what it consumed the moment before.
public struct TheilSenInterval: Sendable, Hashable {
  /// Change of the value per unit of time.
  public let slope: Double

  /// The lower and the upper end of the slope's interval at 95 %.
  public let interval: ClosedRange<Double>

  /// The value of the line at the first and at the last time.
  public let ends: [Double]

  /// The fewest measurements that are fitted.
  public static let minimumPoints = 8

  /// Fits measurements in the order of time; nil with fewer than `minimumPoints` or when all are at one time.
  ///
  /// - Complexity: The square of the number of measurements.
  public init?(_ points: [(time: Double, value: Double)]) {
    guard points.count >= Self.minimumPoints, let first = points.first, let last = points.last,
      let test = MannKendallTest(points.map(\.value))
    else { return nil }
    var slopes: [Double] = []
    slopes.reserveCapacity(points.count * (points.count - 1) / 2)
    for (index, earlier) in points.enumerated() {
      for later in points[(index + 1)...] where later.time != earlier.time {
        slopes.append((later.value - earlier.value) / (later.time - earlier.time))
      }
    }
    guard !slopes.isEmpty else { return nil }
    slopes.sort()
    let middle = Median.of(slopes)
    slope = middle
    let reach = 1.959_963_984_540_054 * test.variance.squareRoot()
    let count = Double(slopes.count)
    let lower = Int(((count - reach) / 2).rounded(.down)) - 1
    let upper = Int(((count + reach) / 2).rounded(.up))
    interval =
      slopes[min(max(0, lower), slopes.count - 1)]...slopes[min(max(0, upper), slopes.count - 1)]
    let level = Median.of(points.map { $0.value - middle * $0.time })
    ends = [first, last].map { level + middle * $0.time }
  }
}
