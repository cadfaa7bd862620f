import Testing

@testable import LabVoiceActivity

@Suite("Relief in noise")
struct NoiseReliefTests {
  private let relief = NoiseRelief(SpectralDetector.Parameters.Relief())

  @Test("is given to speech in loud noise, and neither to clean speech nor to noise alone")
  func range() {
    #expect(relief.amount(logOdds: 0, range: 5) == SpectralDetector.Parameters.Relief().most)
    #expect(relief.amount(logOdds: 0, range: 9.5) > 0)
    #expect(relief.amount(logOdds: 0, range: 14) == 0)
    #expect(relief.amount(logOdds: 0, range: 1.5) == 0)
  }

  @Test("makes no speech of what is clearly none, and keeps the order of frames")
  func order() {
    #expect(relief.amount(logOdds: -3, range: 5) == 0)
    let judged = stride(from: Float(-4), through: 4, by: 0.05).map {
      $0 + relief.amount(logOdds: $0, range: 5)
    }
    #expect(zip(judged, judged.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test("the range of loudness is that of the last three seconds, without the first frames")
  func loudness() {
    var range = LoudnessRange(blocks: 32, framesPerBlock: 10)
    // The window is still being filled.
    for _ in 0..<3 { #expect(range.update(-90) == 0) }
    for _ in 0..<50 { #expect(range.update(-40) == 0) }
    #expect(range.update(-30) == 10)
    for _ in 0..<300 { #expect(range.update(-40) == 10) }
    for _ in 0..<40 { _ = range.update(-40) }
    #expect(range.update(-40) == 0)
  }
}
