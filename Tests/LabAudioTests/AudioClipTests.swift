import Testing

@testable import LabAudio

@Suite struct AudioClipTests {
  @Test(
    "lasts its samples over its rate, to the nearest nanosecond",
    arguments: [(16_000, 16_000, 1_000_000_000), (44_100, 1, 22_676), (48_000, 1, 20_833), (8_000, 0, 0)])
  func lastsItsSamplesOverItsRateToTheNearestNanosecond(
    hertz: Int, samples: Int, nanoseconds: Int64
  ) {
    let clip = AudioClip.silence(count: samples, at: SampleRate(hertz: hertz))
    #expect(clip.durationNanoseconds == nanoseconds)
  }

  @Test("keeps nanoseconds exact over days")
  func keepsNanosecondsExactOverDays() {
    #expect(SampleRate(hertz: 48_000).nanoseconds(of: 48_000 * 86_400 * 365) == 31_536_000_000_000_000)
  }

  @Test("cuts a slice and brings positions beyond it to its ends")
  func cutsASliceAndBringsPositionsBeyondItToItsEnds() {
    let clip = AudioClip(samples: [1, 2, 3, 4], sampleRate: 16_000)
    #expect(clip[1..<3].samples == [2, 3])
    #expect(clip[2..<99].samples == [3, 4])
    #expect(clip[7..<9].samples == [])
  }

  @Test("joins clips and silence")
  func joinsClipsAndSilence() {
    var clip = AudioClip(samples: [5], sampleRate: 16_000)
    clip.appendSilence(count: 2)
    clip.append(AudioClip(samples: [6], sampleRate: 16_000))
    #expect(clip.samples == [5, 0, 0, 6])
  }

  @Test("accepts only rates that libsamplerate can reach from one another")
  func acceptsOnlyRatesThatLibsamplerateCanReachFromOneAnother() {
    #expect(SampleRate(validating: 3_999) == nil)
    #expect(SampleRate(validating: 4_000)?.hertz == 4_000)
    #expect(SampleRate(validating: 384_001) == nil)
  }

  @Test("moves a position to another rate")
  func movesAPositionToAnotherRate() {
    #expect(SampleRate.wideband.position(of: 1_600, at: 48_000) == 4_800)
    #expect(SampleRate(hertz: 48_000).position(of: 4_801, at: 16_000) == 1_600)
  }

  @Test(
    "rounds samples and limits them to sixteen bits",
    arguments: [(0.4, 0), (-0.6, -1), (32_767.6, 32_767), (-40_000, -32_768), (1e30, 32_767)])
  func roundsSamplesAndLimitsThemToSixteenBits(value: Double, sample: Int16) {
    #expect(Int16(limiting: value) == sample)
  }
}
