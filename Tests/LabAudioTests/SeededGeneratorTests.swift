import Testing

@testable import LabAudio

@Suite struct SeededGeneratorTests {
  /// The first numbers of the authors' C code, as the tests of other ports have them.
  @Test("draws the published numbers of xoshiro256**")
  func drawsThePublishedNumbersOfXoshiro256() {
    var generator = SeededGenerator(state: (1, 2, 3, 4))
    #expect((0..<4).map { _ in generator.next() } == [11_520, 0, 1_509_978_240, 1_215_971_899_390_074_240])
  }

  @Test("draws the published numbers of SplitMix64")
  func drawsThePublishedNumbersOfSplitMix64() {
    var mixer: UInt64 = 1_234_567
    let numbers = (0..<3).map { _ in SeededGenerator.split(&mixer) }
    #expect(numbers == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
  }

  @Test("draws the same for the same seed and name, and others for others")
  func drawsTheSameForTheSameSeedAndNameAndOthersForOthers() {
    func first(_ seed: UInt64, _ name: String) -> UInt64 {
      var generator = SeededGenerator(seed: seed, stream: name)
      return generator.next()
    }
    #expect(first(1, "a") == first(1, "a"))
    #expect(Set([first(1, "a"), first(2, "a"), first(1, "b"), first(1, "")]).count == 4)
  }

  @Test("spreads its numbers as it says")
  func spreadsItsNumbersAsItSays() {
    var generator = SeededGenerator(seed: 3)
    let normal = (0..<20_000).map { _ in generator.normal() }
    let mean = normal.reduce(0, +) / 20_000
    let variance = normal.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 20_000
    #expect(abs(mean) < 0.03 && abs(variance - 1) < 0.04)
    #expect((0..<1_000).allSatisfy { _ in (0..<7).contains(generator.below(7)) })
  }
}
