/// A stream of pseudo-random numbers that is the same for the same seed on every machine and in every
/// version.
///
/// xoshiro256** 1.0 by D. Blackman and S. Vigna ("Scrambled linear pseudorandom number generators", ACM
/// Transactions on Mathematical Software 47(4), 2021), its state filled from the seed by SplitMix64.
public struct SeededGenerator: RandomNumberGenerator, Sendable, Hashable {
  /// The seed that it was made with; what `derived(name:)` starts from, however many numbers were drawn.
  public let seed: UInt64

  private var state: (UInt64, UInt64, UInt64, UInt64)

  /// Makes the stream of a seed.
  public init(seed: UInt64) {
    self.seed = seed
    var mixer = SplitMix64(state: seed)
    state = (mixer.next(), mixer.next(), mixer.next(), mixer.next())
  }

  /// The stream for a name, independent of this one and of those for other names.
  ///
  /// Its seed is SplitMix64's first output from the state `seed ⊕ FNV-1a(name)`, the hash being the 64-bit
  /// one of the name's UTF-8 bytes. It does not depend on what was drawn here, so naming one more stream, or
  /// drawing more from one, changes no other.
  public func derived(name: String) -> SeededGenerator {
    var mixer = SplitMix64(state: seed ^ StableHash(name).value)
    return SeededGenerator(seed: mixer.next())
  }

  /// Draws the next 64 bits.
  public mutating func next() -> UInt64 {
    let result = Self.rotated(state.1 &* 5, by: 7) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = Self.rotated(state.3, by: 45)
    return result
  }

  /// Whether both have the same seed and will draw the same numbers from here on.
  public static func == (a: SeededGenerator, b: SeededGenerator) -> Bool {
    a.seed == b.seed && a.state == b.state
  }

  /// Feeds the seed and the state to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(seed)
    hasher.combine(state.0)
    hasher.combine(state.1)
    hasher.combine(state.2)
    hasher.combine(state.3)
  }

  private static func rotated(_ value: UInt64, by bits: UInt64) -> UInt64 {
    value << bits | value >> (64 - bits)
  }
}
