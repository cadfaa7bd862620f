/// Chance for mutations: fast, and the same for the same seed (SplitMix64, Steele et al. 2014).
public struct FuzzRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A number from 0 up to a bound, which is at least 1. Its bias does not matter here.
  mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next() >> 1) % max(1, bound)
  }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func pick<Elements: RandomAccessCollection>(_ elements: Elements) -> Elements.Element
  where Elements.Index == Int {
    elements[elements.startIndex + below(elements.count)]
  }
}
