/// The line through measurements whose slope is the median of the slopes of all pairs.
///
/// P. K. Sen, "Estimates of the regression coefficient based on Kendall's tau", Journal of the American
/// Statistical Association 63, 1968. Up to 29 % of the measurements may be wild without moving it far.
public struct TheilSenLine: Sendable, Hashable {
  /// Change of the value per unit of time.
  public let slope: Double

  /// The value at time 0: the median value minus the slope times the median time.
  public let intercept: Double

  /// Fits the line; nil when no two measurements differ in time.
  ///
  /// - Complexity: The square of the number of measurements.
  public init?(_ points: [(time: Double, value: Double)]) {
    var slopes: [Double] = []
    for (index, first) in points.enumerated() {
      for second in points[(index + 1)...] where second.time != first.time {
        slopes.append((second.value - first.value) / (second.time - first.time))
      }
    }
    guard !slopes.isEmpty else { return nil }
    slope = Median.of(slopes)
    intercept = Median.of(points.map(\.value)) - slope * Median.of(points.map(\.time))
  }

  /// The value of the line at a time.
  public func value(at time: Double) -> Double { intercept + slope * time }
}
