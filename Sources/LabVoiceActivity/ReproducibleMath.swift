/// Logarithm and exponential made only of operations that IEEE 754 fixes to the last bit.
///
/// The C library picks its variants by processor (with or without fused multiply-add), and their last bits
/// differ. A record made offline has to be the same on every machine, so the detectors use these.
/// There are no branches, so that loops over them can be vectorised, which changes no bit either.
enum ReproducibleMath {
  /// The natural logarithm, absolute error below 3e-7 near 1 and relative error below 3e-7 elsewhere.
  ///
  /// - Parameter x: A positive, finite, normal number; anything else gives a meaningless result.
  @inline(__always)
  static func log(_ x: Float) -> Float {
    // Split x into m · 2^e with m in √½…√2; the odd bit pattern is that of √½.
    let shifted = x.bitPattern &- 0x3F35_04F3
    let exponent = Float(Int32(bitPattern: shifted) &>> 23)
    let mantissa = Float(bitPattern: (shifted & 0x007F_FFFF) &+ 0x3F35_04F3)
    // ln m = 2 artanh((m − 1) / (m + 1)); the argument stays below 0.172, so four terms are enough.
    let s = (mantissa - 1) / (mantissa + 1)
    let square = s * s
    let series = 2 + square * (2 / 3 + square * (2 / 5 + square * (2 / 7 + square * (2 / 9))))
    return exponent * 0.693_147_18 + s * series
  }

  /// The exponential, relative error below 3e-7; the argument is limited to −87…88.
  @inline(__always)
  static func exp(_ x: Float) -> Float {
    let limited = min(max(x, -87), 88)
    // Adding 1.5 · 2^23 rounds to the nearest integer and leaves it in the low bits.
    let shifted = limited * 1.442_695_04 + 12_582_912
    let power = shifted - 12_582_912
    // ln 2 in two parts, the first with few enough bits that its product with `power` is exact.
    let rest = (limited - power * 0.693_359_375) + power * 2.121_944_4e-4
    let high = 1 / 6 + rest * (1 / 24 + rest * (1 / 120 + rest * (1 / 720 + rest * (1 / 5040))))
    let fraction = 1 + rest * (1 + rest * (0.5 + rest * high))
    let scale = Float(bitPattern: (shifted.bitPattern &- 0x4B40_0000 &+ 127) &<< 23)
    return fraction * scale
  }

  /// The exponentials of sixteen numbers side by side, each to the last bit as ``exp(_:)-(Float)`` has it.
  @inline(__always)
  static func exp(_ x: SIMD16<Float>) -> SIMD16<Float> {
    var limited = x
    limited.replace(with: -87, where: limited .< -87)
    limited.replace(with: 88, where: limited .> 88)
    let shifted = limited * 1.442_695_04 + 12_582_912
    let power = shifted - 12_582_912
    let coarse: SIMD16<Float> = limited - power * 0.693_359_375
    let rest: SIMD16<Float> = coarse + power * 2.121_944_4e-4
    var series = SIMD16<Float>(repeating: 1 / 5040)
    // Not a loop: a list of coefficients would be an object, which builds without optimisation make.
    series = rest * series + (1 / 720 as Float)
    series = rest * series + (1 / 120 as Float)
    series = rest * series + (1 / 24 as Float)
    series = rest * series + (1 / 6 as Float)
    series = rest * series + (0.5 as Float)
    series = rest * series + (1 as Float)
    series = rest * series + (1 as Float)
    let bits = unsafeBitCast(shifted, to: SIMD16<UInt32>.self) &- 0x4B40_0000 &+ 127
    return series * unsafeBitCast(bits &<< 23, to: SIMD16<Float>.self)
  }

  /// The logistic function 1 / (1 + e^−x).
  @inline(__always)
  static func logistic(_ x: Float) -> Float { 1 / (1 + exp(-x)) }

  /// Ten times the decimal logarithm of a ratio of powers.
  @inline(__always)
  static func decibels(_ powerRatio: Float) -> Float { 4.342_944_8 * log(powerRatio) }
}
