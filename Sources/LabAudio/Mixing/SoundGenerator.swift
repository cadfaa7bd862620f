import LabStatistics

/// The random numbers of sounds: the same for the same seed and name, on every machine.
struct SoundGenerator {
  private var generator: SeededGenerator

  /// Starts the stream of a seed; streams of different names are independent of each other.
  ///
  /// The name keeps sounds apart: adding an utterance to a corpus changes the noise of no other.
  init(seed: UInt64, stream name: String = "") {
    // The seed is scattered first: put in as it is, seed 1 of "b" would be seed 2 of "a".
    var mixer = SplitMix64(state: seed)
    generator = SeededGenerator(seed: mixer.next() ^ StableHash(name).value)
  }

  /// Returns 64 random bits.
  mutating func next() -> UInt64 { generator.next() }

  /// Returns a number from −1 up to but not including 1, evenly spread.
  mutating func uniform() -> Double { Double(generator.next() >> 11) * 0x1p-52 - 1 }

  /// Returns a number with mean 0 and variance 1, near to normally spread.
  ///
  /// It is the sum of twelve even numbers and not the exact transform, because logarithm and cosine of
  /// the C library differ in their last bit between machines.
  mutating func normal() -> Double { (0..<12).reduce(0) { sum, _ in sum + uniform() } / 2 }

  /// Returns a whole number from 0 up to but not including `bound`.
  mutating func below(_ bound: Int) -> Int {
    Int(generator.next().multipliedFullWidth(by: UInt64(bound)).high)
  }
}
