public import LabStatistics
import LabTimeline

extension LatencyModel {
  /// Draws a duration: whole nanoseconds, never negative, at most `longest`.
  ///
  /// A model that `validate()` objects to draws too, but nothing useful: an empty list gives zero, for
  /// instance.
  public func draw(using generator: inout SeededGenerator) -> Duration {
    switch self {
    case .fixed(let duration):
      return Self.whole(duration.inNanoseconds)
    case .uniform(let low, let high):
      let range = high.inNanoseconds - low.inNanoseconds
      return Self.whole(low.inNanoseconds + generator.unit() * range)
    case .normal(let mean, let deviation):
      return Self.whole(
        generator.normal(mean: mean.inNanoseconds, standardDeviation: deviation.inNanoseconds))
    case .lognormal(let median, let sigma):
      return Self.whole(generator.lognormal(median: median.inNanoseconds, sigma: sigma))
    case .gamma(let shape, let mean):
      guard shape > 0 else { return .zero }
      return Self.whole(generator.gamma(shape: shape, scale: mean.inNanoseconds / shape))
    case .empirical(let values):
      guard !values.isEmpty else { return .zero }
      return Self.whole(values[generator.integer(below: values.count)].inNanoseconds)
    case .mixture(let shares):
      return Self.choose(shares, at: generator.unit())?.draw(using: &generator) ?? .zero
    case .changed(let model, let change):
      return min(change.applied(to: model.draw(using: &generator)), Self.longest)
    }
  }

  /// The share that a number from 0 to 1 falls into when they are laid side by side.
  private static func choose(_ shares: [Share], at unit: Double) -> LatencyModel? {
    let positive = shares.filter { $0.weight > 0 }
    var left = unit * positive.reduce(0) { $0 + $1.weight }
    for share in positive {
      left -= share.weight
      if left < 0 { return share.model }
    }
    return positive.last?.model
  }

  /// The nearest duration of whole nanoseconds that a model may give; zero for what is not a number.
  static func whole(_ nanoseconds: Double) -> Duration {
    guard nanoseconds > 0 else { return .zero }
    return .nanoseconds(Int64(min(nanoseconds, longest.inNanoseconds).rounded()))
  }
}

extension Duration {
  /// Nanoseconds as a number to calculate with; infinite durations do not exist, so neither does overflow.
  var inNanoseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1e9 + Double(attoseconds) * 1e-9
  }
}
