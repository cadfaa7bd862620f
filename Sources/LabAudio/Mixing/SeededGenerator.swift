/// A generator of the same random numbers for the same seed and name, on every machine: xoshiro256**.
///
/// The state is filled by SplitMix64, as the authors of xoshiro advise (Blackman and Vigna,
/// "Scrambled Linear Pseudorandom Number Generators", 2021).
struct SeededGenerator: RandomNumberGenerator {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  /// Starts the stream of a seed; streams of different names are independent of each other.
  ///
  /// The name keeps sounds apart: adding an utterance to a corpus changes the noise of no other.
  init(seed: UInt64, stream name: String = "") {
    // FNV-1a, because Swift's own hashes differ from process to process.
    let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    // The seed is scattered first: put in as it is, seed 1 of "b" would be seed 2 of "a".
    var scattered = seed
    var mixer = Self.split(&scattered) ^ hash
    state = (Self.split(&mixer), Self.split(&mixer), Self.split(&mixer), Self.split(&mixer))
  }

  /// Starts at a state, to compare with published numbers.
  init(state: (UInt64, UInt64, UInt64, UInt64)) { self.state = state }

  mutating func next() -> UInt64 {
    let result = Self.rotate(state.1 &* 5, by: 7) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = Self.rotate(state.3, by: 45)
    return result
  }

  /// Returns a number from −1 up to but not including 1, evenly spread.
  mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-52 - 1 }

  /// Returns a number with mean 0 and variance 1, near to normally spread.
  ///
  /// It is the sum of twelve even numbers and not the exact transform, because logarithm and cosine of
  /// the C library differ in their last bit between machines.
  mutating func normal() -> Double { (0..<12).reduce(0) { sum, _ in sum + uniform() } / 2 }

  /// Returns a whole number from 0 up to but not including `bound`.
  mutating func below(_ bound: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(bound)).high) }

  static func split(_ mixer: inout UInt64) -> UInt64 {
    mixer &+= 0x9e37_79b9_7f4a_7c15
    var value = mixer
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }

  private static func rotate(_ value: UInt64, by bits: UInt64) -> UInt64 {
    (value << bits) | (value >> (64 - bits))
  }
}
