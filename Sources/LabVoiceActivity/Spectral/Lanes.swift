/// Sums and extremes over many numbers, taken in eight lanes side by side.
///
/// One after the other, every addition waits for the one before. The lanes are part of the result: they round
/// alike on every processor, with vector instructions or without, because the order of the additions is fixed
/// here.
enum Lanes {
  /// The sum of what the term gives for 0 up to `count`.
  @inline(__always)
  static func sum(_ count: Int, _ term: (Int) -> Float) -> Float {
    var lanes = SIMD8<Float>.zero
    let whole = count & ~7
    var index = 0
    while index < whole {
      lanes += eight(from: index, term)
      index &+= 8
    }
    var sum = sum(of: lanes)
    while index < count {
      sum += term(index)
      index &+= 1
    }
    return sum
  }

  /// The sum of eight numbers.
  @inline(__always)
  static func sum(of lanes: SIMD8<Float>) -> Float {
    let four = lanes.lowHalf + lanes.highHalf
    return (four[0] + four[2]) + (four[1] + four[3])
  }

  /// The sum of sixteen numbers.
  @inline(__always)
  static func sum(of lanes: SIMD16<Float>) -> Float { sum(of: lanes.lowHalf + lanes.highHalf) }

  /// Eight numbers, none below the lowest and none above the highest.
  @inline(__always)
  static func limited(_ lanes: SIMD8<Float>, _ lowest: Float, _ highest: Float) -> SIMD8<Float> {
    var result = lanes
    result.replace(with: lowest, where: result .< lowest)
    result.replace(with: highest, where: result .> highest)
    return result
  }

  /// Eight numbers from a place on; the caller sees to it that they are there.
  @inline(__always)
  static func eight(_ values: Span<Float>, from place: Int) -> SIMD8<Float> {
    eight(from: place) { values[unchecked: $0] }
  }

  /// The largest of what the term gives for 0 up to `count`, of which there is at least one.
  @inline(__always)
  static func largest(_ count: Int, _ term: (Int) -> Float) -> Float {
    var lanes = SIMD8<Float>(repeating: term(0))
    let whole = count & ~7
    var index = 0
    while index < whole {
      let next = eight(from: index, term)
      lanes.replace(with: next, where: next .> lanes)
      index &+= 8
    }
    var result = lanes[0]
    for lane in 1..<8 where lanes[lane] > result { result = lanes[lane] }
    while index < count {
      result = max(result, term(index))
      index &+= 1
    }
    return result
  }

  @inline(__always)
  private static func eight(from index: Int, _ term: (Int) -> Float) -> SIMD8<Float> {
    SIMD8(
      term(index), term(index &+ 1), term(index &+ 2), term(index &+ 3), term(index &+ 4), term(index &+ 5),
      term(index &+ 6), term(index &+ 7))
  }
}
