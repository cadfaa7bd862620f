/// Turns values into positions along an axis that ends at a round number.
struct LinearScale {
  let domain: ClosedRange<Double>
  /// The positions of the domain's ends.
  let start: Double
  let end: Double
  /// The distance between ticks: 1, 2 or 5 times a power of ten.
  let step: Double

  /// A scale that holds `values` and zero, widened above to a whole step.
  ///
  /// - Parameter ticks: about how many ticks there shall be; a third more or fewer may come out.
  init(values: ClosedRange<Double>, from start: Double, to end: Double, ticks: Int = 6) {
    let low = min(0, values.lowerBound)
    let high = max(0, values.upperBound)
    step = Self.roundStep(max(high - low, 1) / (1.3 * Double(ticks)))
    domain = low...max((high / step).rounded(.up) * step, low + step)
    self.start = start
    self.end = end
  }

  func callAsFunction(_ value: Double) -> Double {
    let share = (value - domain.lowerBound) / (domain.upperBound - domain.lowerBound)
    return start + share * (end - start)
  }

  /// The values that carry a tick.
  var ticks: [Double] {
    let first = Int((domain.lowerBound / step).rounded(.up))
    let last = Int((domain.upperBound / step + 1e-9).rounded(.down))
    return first <= last ? (first...last).map { Double($0) * step } : []
  }

  private static func roundStep(_ rough: Double) -> Double {
    var power = 1.0
    while power * 10 <= rough { power *= 10 }
    while power > rough { power /= 10 }
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= rough } ?? rough
  }
}
