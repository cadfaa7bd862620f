import Testing

@testable import LabAudio

@Suite struct ResamplerTests {
  @Test(
    "keeps the frequency, the level and the length of a sine",
    arguments: [8_000, 22_050, 24_000, 44_100, 48_000])
  func keepsTheFrequencyTheLevelAndTheLengthOfASine(hertz: Int) {
    let rate = SampleRate(hertz: hertz)
    let clip = sine(1_000, count: 16_000).resampled(to: rate)
    #expect(clip.samples.count == hertz)
    // The first and last 50 ms are left out: there the filter reaches beyond the clip.
    let middle = clip[hertz / 20..<hertz - hertz / 20]
    #expect(abs(amplitude(of: 1_000, in: middle) - 0.5) < 0.001)
    #expect(abs((middle.level - Decibels(amplitude: 0.5 / 2.0.squareRoot())).value) < 0.02)
  }

  @Test("does not move a sound in time")
  func doesNotMoveASoundInTime() throws {
    var click = AudioClip.silence(count: 4_800, at: 48_000)
    click.samples[2_400] = 30_000
    let samples = click.resampled(to: 16_000).samples
    let loudest = try #require(samples.indices.max { abs(Int(samples[$0])) < abs(Int(samples[$1])) })
    #expect(loudest == 800)
  }

  @Test("removes what the lower rate cannot hold")
  func removesWhatTheLowerRateCannotHold() {
    let clip = sine(11_000, count: 48_000, at: 48_000).resampled(to: 16_000)
    #expect(clip[800..<15_200].level < -80)
  }

  @Test("comes back from a higher rate nearly unchanged")
  func comesBackFromAHigherRateNearlyUnchanged() {
    let clip = sine(440, count: 8_000)
    let back = clip.resampled(to: 48_000).resampled(to: 16_000)
    let worst = zip(clip.samples, back.samples).dropFirst(400).dropLast(400).map { abs(Int($0) - Int($1)) }
      .max()
    #expect(worst ?? .max <= 3)
  }

  @Test("leaves nothing as nothing")
  func leavesNothingAsNothing() {
    #expect(AudioClip.silence(count: 0, at: 48_000).resampled(to: 16_000).samples.isEmpty)
  }
}
