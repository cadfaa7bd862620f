import Testing

@testable import LabAudio

@Suite("Random numbers of sounds")
struct SoundGeneratorTests {
  @Test("are the same for the same seed and name, and others for others")
  func streams() {
    func first(_ seed: UInt64, _ name: String) -> Double {
      var generator = SoundGenerator(seed: seed, stream: name)
      return generator.uniform()
    }
    #expect(first(1, "a") == first(1, "a"))
    #expect(Set([first(1, "a"), first(2, "a"), first(1, "b"), first(1, "")]).count == 4)
  }

  @Test("spread as they say")
  func spread() {
    var generator = SoundGenerator(seed: 3)
    let normal = (0..<20_000).map { _ in generator.normal() }
    let mean = normal.reduce(0, +) / 20_000
    let variance = normal.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 20_000
    #expect(abs(mean) < 0.03 && abs(variance - 1) < 0.04)
    #expect((0..<1_000).allSatisfy { _ in (0..<7).contains(generator.below(7)) })
  }
}
