/// Logarithm, exponential and cosine in double precision, made only of operations that IEEE 754 fixes to the
/// last bit.
///
/// The C library chooses its variants by processor, and their last bits differ. Seeded draws and the
/// statistics made of them have to be the same on every machine, so this module uses none of them. Errors
/// stay below 2 units in the last place over the ranges that the tests cover.
public enum PortableMath {
  /// The natural logarithm.
  ///
  /// - Returns: Negative infinity for 0, not-a-number below it.
  public static func log(_ x: Double) -> Double {
    guard x > 0 else { return x == 0 ? -.infinity : .nan }
    guard x.isFinite else { return x }
    var exponent = Double(x.exponent)
    var mantissa = x.significand
    if mantissa > 1.414_213_562_373_095_1 {
      mantissa *= 0.5
      exponent += 1
    }
    // ln m = 2 artanh(s) with s = (m − 1) / (m + 1), at most 0.172; eleven terms reach the last bit.
    let s = (mantissa - 1) / (mantissa + 1)
    let square = s * s
    var series = 0.0
    for odd in stride(from: 21.0, through: 3.0, by: -2) {
      series = square * (series + 1 / odd)
    }
    return exponent * lnTwoHigh + (exponent * lnTwoLow + (2 * s + 2 * s * series))
  }

  /// The exponential.
  ///
  /// - Returns: 0 below −745, infinity above 709.7.
  public static func exp(_ x: Double) -> Double {
    guard x > -745 else { return x.isNaN ? x : 0 }
    guard x < 709.78 else { return .infinity }
    let power = (x * 1.442_695_040_888_963_4).rounded()
    let rest = (x - power * lnTwoHigh) - power * lnTwoLow
    var series = 1.0
    for divisor in stride(from: 14.0, through: 1.0, by: -1) {
      series = 1 + rest / divisor * series
    }
    // In two steps, because 2^1024 and 2^−1075 cannot be represented.
    let half = (power / 2).rounded(.down)
    return series * scale(half) * scale(power - half)
  }

  /// The natural logarithm of 1 + x, exact also for small x.
  public static func log1p(_ x: Double) -> Double {
    let sum = 1 + x
    // The second term puts back what the addition rounded away.
    return sum == 1 ? x : log(sum) - ((sum - 1) - x) / sum
  }

  /// `base` raised to `exponent`, for a base that is not negative.
  public static func pow(_ base: Double, _ exponent: Double) -> Double {
    exponent == 0 ? 1 : exp(exponent * log(base))
  }

  private static func scale(_ power: Double) -> Double {
    Double(sign: .plus, exponent: Int(power), significand: 1)
  }

  // ln 2 in two parts; the first has so few bits that its product with an exponent is exact.
  private static let lnTwoHigh = 6.931_471_803_691_238_2e-1
  private static let lnTwoLow = 1.908_214_929_270_587_7e-10
}
