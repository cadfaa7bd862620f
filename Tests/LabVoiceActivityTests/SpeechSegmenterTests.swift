import Testing

@testable import LabVoiceActivity

@Suite("Speech segmenter")
struct SpeechSegmenterTests {
  /// One character per frame of 160 samples: `S` speech, `.` silence, `-` between the two thresholds.
  private func events(
    _ frames: String, contextWindow: Int = 3, smoothingWindow: Int = 4, finishing: Bool = false
  ) throws -> [SpeechEvent] {
    let settings = try SegmenterSettings(
      threshold: 0.5, exitThreshold: 0.3, contextWindow: contextWindow, smoothingWindow: smoothingWindow)
    var segmenter = SpeechSegmenter(settings: settings)
    let probabilities: [Character: Float] = ["S": 0.5, "-": 0.3, ".": 0.29]
    var events = frames.enumerated().compactMap { index, character in
      segmenter.hear(
        VoiceFrame(
          endSample: Int64(160 * (index + 1)), probability: probabilities[character] ?? 0, levelDBFS: -30))
    }
    if finishing { events += [segmenter.finish()].compactMap(\.self) }
    return events
  }

  @Test("starts at the first frame of the context and ends after the last frame of speech")
  func stretch() throws {
    #expect(
      try events("..SSSS......") == [
        .speechStarted(at: 320, noticedAt: 800), .speechEnded(at: 960, noticedAt: 1_600),
      ])
  }

  @Test("takes no notice of speech shorter than the context window")
  func blip() throws {
    #expect(try events(".SS.SS..SS.").isEmpty)
  }

  @Test("bridges silence shorter than the smoothing window")
  func pause() throws {
    #expect(
      try events("SSS...SS....") == [
        .speechStarted(at: 0, noticedAt: 480), .speechEnded(at: 1_280, noticedAt: 1_920),
      ])
  }

  @Test("neither starts nor ends on frames between the two thresholds")
  func hysteresis() throws {
    #expect(try events("----------").isEmpty)
    #expect(try events("SSS-------", finishing: false) == [.speechStarted(at: 0, noticedAt: 480)])
    #expect(try events("SS-SS-S").isEmpty)
  }

  @Test("needs only one frame each way when the windows are one")
  func shortestWindows() throws {
    #expect(
      try events(".S.S", contextWindow: 1, smoothingWindow: 1) == [
        .speechStarted(at: 160, noticedAt: 320), .speechEnded(at: 320, noticedAt: 480),
        .speechStarted(at: 480, noticedAt: 640),
      ])
  }

  @Test("ends speech that is still going on when the stream ends, at its last frame of speech")
  func finish() throws {
    #expect(try events("SSSS..", finishing: true).last == .speechEnded(at: 640, noticedAt: 960))
    #expect(try events("SSSS....", finishing: true).count == 2)
    #expect(try events("SS", finishing: true).isEmpty)
  }

  @Test("is fresh after the end of a stream")
  func reuse() throws {
    var segmenter = SpeechSegmenter(settings: try SegmenterSettings(contextWindow: 1))
    let frame = VoiceFrame(endSample: 160, probability: 1, levelDBFS: -20)
    #expect(segmenter.hear(frame) == .speechStarted(at: 0, noticedAt: 160))
    #expect(segmenter.isSpeaking)
    #expect(segmenter.finish() != nil)
    #expect(!segmenter.isSpeaking)
    #expect(segmenter.hear(frame) == .speechStarted(at: 0, noticedAt: 160))
  }

  @Test("refuses settings out of range and names them")
  func settings() {
    func message(_ make: () throws -> SegmenterSettings) -> String? {
      (#expect(throws: VoiceActivityError.self) { try make() })?.message
    }
    #expect(message { try SegmenterSettings(threshold: 0) }?.contains("vadThreshold") == true)
    #expect(message { try SegmenterSettings(threshold: .nan) }?.contains("vadThreshold") == true)
    #expect(message { try SegmenterSettings(exitThreshold: 0.6) }?.contains("exitThreshold") == true)
    #expect(message { try SegmenterSettings(contextWindow: 0) }?.contains("vadContextWindow") == true)
    #expect(message { try SegmenterSettings(smoothingWindow: 0) }?.contains("vadSmoothingWindow") == true)
  }
}
