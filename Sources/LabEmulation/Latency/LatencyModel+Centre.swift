import LabStatistics
import LabTimeline

extension LatencyModel {
  /// The mean of all draws, exact but for the cut at `longest`, and at zero where a model is made shorter.
  public var mean: Duration {
    switch self {
    case .fixed(let duration):
      return Self.whole(duration.inNanoseconds)
    case .uniform(let low, let high):
      return Self.whole((low.inNanoseconds + high.inNanoseconds) / 2)
    case .normal(let mean, let deviation):
      return Self.whole(Self.meanAboveZero(mean.inNanoseconds, deviation.inNanoseconds))
    case .lognormal(let median, let sigma):
      return Self.whole(median.inNanoseconds * PortableMath.exp(sigma * sigma / 2))
    case .gamma(_, let mean):
      return Self.whole(mean.inNanoseconds)
    case .empirical(let values):
      guard !values.isEmpty else { return .zero }
      return Self.whole(values.reduce(0) { $0 + $1.inNanoseconds } / Double(values.count))
    case .mixture(let shares):
      let positive = shares.filter { $0.weight > 0 }
      let total = positive.reduce(0) { $0 + $1.weight }
      return Self.whole(positive.reduce(0) { $0 + $1.weight / total * $1.model.mean.inNanoseconds })
    case .changed(let model, let change): return change.applied(to: model.mean)
    }
  }

  /// The value that half of all draws stay below; `nil` for gamma and mixtures, which have no closed form.
  public var median: Duration? {
    switch self {
    case .fixed, .uniform: return mean
    case .normal(let mean, _): return Self.whole(mean.inNanoseconds)
    case .lognormal(let median, _): return Self.whole(median.inNanoseconds)
    case .gamma, .mixture: return nil
    case .changed(let model, let change): return model.median.map(change.applied)
    case .empirical(let values):
      guard !values.isEmpty else { return nil }
      let sorted = values.sorted()
      let middle = sorted[(sorted.count - 1) / 2].inNanoseconds + sorted[sorted.count / 2].inNanoseconds
      return Self.whole(middle / 2)
    }
  }

  /// The mean of max(0, X) for a normal X: m·Φ(m/s) + s·φ(m/s).
  private static func meanAboveZero(_ mean: Double, _ deviation: Double) -> Double {
    guard deviation > 0 else { return mean }
    let z = mean / deviation
    let density = PortableMath.exp(-z * z / 2) * 0.398_942_280_401_432_7
    return mean * NormalDistribution.upperTail(-z) + deviation * density
  }
}
