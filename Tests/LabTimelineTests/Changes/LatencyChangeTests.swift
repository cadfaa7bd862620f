import Testing

@testable import LabTimeline

@Suite("Changes of a latency")
struct LatencyChangeTests {
  @Test("Durations, shares and whole latencies are read")
  func reads() {
    #expect(LatencyChange("-100ms") == .by(.milliseconds(-100)))
    #expect(LatencyChange("−100ms") == .by(.milliseconds(-100)))
    #expect(LatencyChange("+0.2s") == .by(.milliseconds(200)))
    #expect(LatencyChange("-20%") == .times(0.8))
    #expect(LatencyChange("+5%") == .times(1.05))
    #expect(LatencyChange("300ms") == .to(.milliseconds(300)))
  }

  @Test(
    "Anything else is not",
    arguments: ["", "-", "ms", "100", "20%", "-101%", "-1e3ms", "--5ms", "5 ms", "2h"])
  func refuses(text: String) {
    #expect(LatencyChange(text) == nil)
  }

  @Test("Nothing takes less than no time")
  func staysAboveZero() {
    #expect(LatencyChange.by(.milliseconds(-100)).applied(to: .milliseconds(60)) == .zero)
    #expect(LatencyChange.by(.milliseconds(-100)).applied(to: .milliseconds(160)) == .milliseconds(60))
    #expect(LatencyChange.times(0.8).applied(to: .nanoseconds(500_000_003)) == .nanoseconds(400_000_002))
    #expect(LatencyChange.to(.milliseconds(90)).applied(to: .seconds(3)) == .milliseconds(90))
  }
}
