/// The logarithm of the gamma function and the regularised incomplete beta function.
enum GammaFunctions {
  /// ln Γ(x) for x > 0, relative error about 1e-14.
  ///
  /// Stirling's series above 12, reached from below by the recurrence Γ(x + 1) = x Γ(x).
  static func logGamma(_ x: Double) -> Double {
    var shifted = x
    var product = 1.0
    while shifted < 12 {
      product *= shifted
      shifted += 1
    }
    let inverse = 1 / shifted
    let square = inverse * inverse
    let coefficients: [Double] = [-691 / 360_360, 1 / 1_188, -1 / 1_680, 1 / 1_260, -1 / 360, 1 / 12]
    let tail = coefficients.reduce(0) { $0 * square + $1 } * inverse
    let halfLogTwoPi = 0.918_938_533_204_672_8
    return (shifted - 0.5) * PortableMath.log(shifted) - shifted + halfLogTwoPi + tail
      - PortableMath.log(product)
  }

  /// The regularised incomplete beta function Iₓ(a, b) for a, b > 0 and x from 0 to 1.
  ///
  /// The continued fraction of Abramowitz and Stegun 26.5.8, evaluated by Lentz's method, on the side of the
  /// mean where it converges fast.
  static func regularizedBeta(_ x: Double, a: Double, b: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    guard x <= (a + 1) / (a + b + 2) else { return 1 - regularizedBeta(1 - x, a: b, b: a) }
    let logFront =
      a * PortableMath.log(x) + b * PortableMath.log1p(-x)
      + logGamma(a + b) - logGamma(a) - logGamma(b)
    return PortableMath.exp(logFront) / a * continuedFraction(x, a: a, b: b)
  }

  private static func continuedFraction(_ x: Double, a: Double, b: Double) -> Double {
    let tiny = 1e-300
    func nonZero(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
    var c = 1.0
    var d = 1 / nonZero(1 - (a + b) * x / (a + 1))
    var result = d
    for step in 1...10_000 {
      let m = Double(step)
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      d = 1 / nonZero(1 + even * d)
      c = nonZero(1 + even / c)
      result *= d * c
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      d = 1 / nonZero(1 + odd * d)
      c = nonZero(1 + odd / c)
      let factor = d * c
      result *= factor
      if abs(factor - 1) < 1e-15 { break }
    }
    return result
  }
}
