import LabTimeline
import Testing

@Suite("A sample position")
struct SamplePositionTests {
  @Test(
    "is exact to the nanosecond where the rate divides a second evenly",
    arguments: [(16_000, 62_500), (32_000, 31_250), (40_000, 25_000), (64_000, 15_625)])
  func exact(rate: Int, nanosecondsPerSample: Int64) {
    for samples in [0, 1, 511, 512, rate, 90 * 60 * rate + 1] {
      #expect(
        SamplePosition.duration(ofSamples: samples, sampleRate: rate)
          == .nanoseconds(Int64(samples) * nanosecondsPerSample))
    }
  }

  @Test("is rounded down elsewhere, from the start of the stream, so that errors do not add up")
  func roundsDown() {
    #expect(SamplePosition.duration(ofSamples: 1, sampleRate: 24_000) == .nanoseconds(41_666))
    #expect(SamplePosition.duration(ofSamples: 3, sampleRate: 24_000) == .nanoseconds(125_000))
    #expect(SamplePosition.duration(ofSamples: 44_100 * 5400, sampleRate: 44_100) == .seconds(5400))
    #expect(
      SamplePosition.duration(ofSamples: 44_100 * 5400 + 1, sampleRate: 44_100)
        == .seconds(5400) + .nanoseconds(22_675))
  }

  @Test("counts the samples that have ended", arguments: [8000, 16_000, 24_000, 44_100, 48_000])
  func samples(rate: Int) {
    #expect(SamplePosition.samples(in: .zero, sampleRate: rate) == 0)
    #expect(SamplePosition.samples(in: .seconds(5400), sampleRate: rate) == 5400 * rate)
    #expect(SamplePosition.samples(in: .seconds(1) - .nanoseconds(1), sampleRate: rate) == rate - 1)
  }

  @Test("comes back from its instant when the rate divides a second evenly")
  func roundTrip() {
    for samples in stride(from: 0, through: 200_000, by: 333) {
      let duration = SamplePosition.duration(ofSamples: samples, sampleRate: 16_000)
      #expect(SamplePosition.samples(in: duration, sampleRate: 16_000) == samples)
    }
  }
}
