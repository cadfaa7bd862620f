/// Student's t distribution, for a spread that was itself estimated from few values.
enum StudentDistribution {
  /// The share above `t`.
  ///
  /// - Parameter freedom: Degrees of freedom, above 0; they need not be whole.
  static func upperTail(_ t: Double, freedom: Double) -> Double {
    let half = GammaFunctions.regularizedBeta(freedom / (freedom + t * t), a: freedom / 2, b: 0.5) / 2
    return t >= 0 ? half : 1 - half
  }

  /// The value below which a share of `probability` lies, by bisection.
  static func quantile(_ probability: Double, freedom: Double) -> Double {
    guard probability != 0.5 else { return 0 }
    guard freedom < 1e6 else { return NormalDistribution.quantile(probability) }
    let tail = min(probability, 1 - probability)
    var low = 0.0
    var high = 1.0
    while upperTail(high, freedom: freedom) > tail && high < 1e300 { high *= 2 }
    for _ in 0..<80 {
      let middle = (low + high) / 2
      if upperTail(middle, freedom: freedom) > tail { low = middle } else { high = middle }
    }
    return probability < 0.5 ? -(low + high) / 2 : (low + high) / 2
  }
}
