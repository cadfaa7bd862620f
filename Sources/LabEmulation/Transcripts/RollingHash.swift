/// A hash over the last 64 samples that the next sample updates in constant time (M. O. Rabin and R. M. Karp,
/// 1987).
///
/// A polynomial in the samples modulo 2^64: hash = Σ sample[i] · base^(63 − i). Silence hashes to 0.
enum RollingHash {
  /// How many samples a window has: 4 ms at 16 kHz, 1,024 bits that no two recordings of a voice share.
  static let window = 64

  /// An odd number without structure: 2^64 divided by the golden ratio, the increment of SplitMix64.
  static let base: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// What a sample still weighs when it leaves the window.
  private static let leaving: UInt64 = (0..<window).reduce(1) { power, _ in power &* base }

  /// The hash after a sample came in and another left.
  static func next(_ hash: UInt64, in new: Int16, out old: Int16) -> UInt64 {
    let difference = UInt64(truncatingIfNeeded: Int(new)) &- UInt64(truncatingIfNeeded: Int(old)) &* leaving
    return hash &* base &+ difference
  }

  /// The hash of a window.
  static func of(_ window: some Sequence<Int16>) -> UInt64 {
    window.reduce(0) { $0 &* base &+ UInt64(truncatingIfNeeded: Int($1)) }
  }
}
