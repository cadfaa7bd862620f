import Testing

@testable import LabPipeline

@Suite("The plausibility of speech")
struct SpeechPlausibilityTests {
  @Test(
    "tells by its length whether speech can be what its text says",
    arguments: [
      ("What a lovely morning this is, all in all.", 2.8, nil),
      ("What a lovely morning this is, all in all.", 0.5, "audio_too_short"),
      ("What a lovely morning this is, all in all, and it is early yet.", 9, "audio_too_long"),
      ("It happened in 1984, and again in 2026, and once more in 2031, I am sure.", 11, nil),
      ("Yes.", 0.05, nil),
    ] as [(String, Double, String?)])
  func plausibility(text: String, seconds: Double, problem: String?) {
    let bytes = Int(seconds * 24_000) * 2
    #expect(SpeechPlausibility.problem(text: text, audioBytes: bytes, sampleRate: 24_000) == problem)
  }
}
