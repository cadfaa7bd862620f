import Testing

@testable import LabVoiceActivity

@Suite("Edge delays")
struct EdgeDelaysTests {
  private let labels = [
    SpeechLabel(start: 0, end: 0.5, isSpeech: false), SpeechLabel(start: 0.5, end: 1, isSpeech: true),
    SpeechLabel(start: 1, end: 1.5, isSpeech: false),
  ]

  /// Frames of ten milliseconds, 150 of them, called speech from `start` up to `end`.
  private func delays(_ start: Int, _ end: Int) -> EdgeDelays {
    let probabilities = (0..<150).map { Float((start..<end).contains($0) ? 1 : 0) }
    return EdgeDelays(
      DetectorTrack(probabilities: probabilities, blockSize: 160, processorSeconds: nil), threshold: 0.5,
      labels: labels)
  }

  @Test("count from the label to the end of the first frame that says so")
  func late() throws {
    let delays = delays(54, 109)
    #expect(abs(try #require(delays.onsets.first) - 0.05) < 1e-9)
    #expect(abs(try #require(delays.offsets.first ?? nil) - 0.10) < 1e-9)
  }

  @Test("are negative where the detector was early")
  func early() throws {
    let delays = delays(44, 89)
    #expect(abs(try #require(delays.onsets.first) + 0.05) < 1e-9)
    #expect(abs(try #require(delays.offsets.first ?? nil) + 0.10) < 1e-9)
  }

  @Test("are missing for an end that was not noticed before the next sound")
  func never() {
    let delays = delays(50, 150)
    #expect(delays.offsets == [nil])
    let summary = DelaySummary(seconds: [], never: 1)
    #expect(summary.count == 1)
    #expect(summary.never == 1)
    #expect(summary.p50 == nil)
  }

  @Test("count a start as missed when nothing of the speech was called so")
  func missed() {
    let delays = delays(0, 0)
    #expect(delays.missedOnsets == 1)
    #expect(delays.onsets.isEmpty)
  }

  @Test("leave percentiles out that reach into edges never noticed, and interpolate the others")
  func percentiles() {
    let summary = DelaySummary(seconds: [0.04, 0.02, 0.03], never: 1)
    #expect(summary.p50.map { ($0 * 1_000).rounded() } == 35_000)
    #expect(summary.p95 == nil)
  }
}
