extension SeededGenerator {
  /// Draws from the normal distribution: the quantile function at one `unit()`.
  public mutating func normal(mean: Double = 0, standardDeviation: Double = 1) -> Double {
    mean + standardDeviation * NormalDistribution.quantile(unit())
  }

  /// Draws from the lognormal distribution: `median · e^(sigma · z)` with one standard normal z.
  ///
  /// - Parameters:
  ///   - median: Above 0, in whatever unit the draw is to have.
  ///   - sigma: The standard deviation of the logarithm.
  public mutating func lognormal(median: Double, sigma: Double) -> Double {
    median * PortableMath.exp(sigma * normal())
  }

  /// Draws from the exponential distribution: `−mean · ln(unit)`.
  public mutating func exponential(mean: Double) -> Double {
    -mean * PortableMath.log(unit())
  }

  /// Draws from the gamma distribution with mean `shape · scale`.
  ///
  /// G. Marsaglia and W. W. Tsang, "A simple method for generating gamma variables", ACM Transactions on
  /// Mathematical Software 26(3), 2000, without its squeeze: a normal z and then a unit u per try. For a
  /// shape below 1, the draw for shape + 1 times u^(1/shape) with one more unit.
  ///
  /// - Parameters:
  ///   - shape: Above 0; 1 is the exponential distribution.
  ///   - scale: Above 0, in whatever unit the draw is to have.
  public mutating func gamma(shape: Double, scale: Double) -> Double {
    precondition(shape > 0, "The shape of a gamma draw is \(shape); it has to be above 0.")
    guard shape >= 1 else {
      let above = gamma(shape: shape + 1, scale: scale)
      return above * PortableMath.pow(unit(), 1 / shape)
    }
    let d = shape - 1 / 3.0
    let c = 1 / (9 * d).squareRoot()
    while true {
      let z = normal()
      let root = 1 + c * z
      let u = unit()
      guard root > 0 else { continue }
      let cube = root * root * root
      if PortableMath.log(u) < 0.5 * z * z + d - d * cube + d * PortableMath.log(cube) {
        return d * cube * scale
      }
    }
  }
}
