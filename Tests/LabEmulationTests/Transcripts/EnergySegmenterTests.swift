import Testing

@testable import LabEmulation

@Suite struct EnergySegmenterTests {
  @Test("The loudest sound there is is at 0 dB, at any rate", arguments: [8_000, 16_000, 48_000, 9_000_000])
  func fullScale(sampleRate: Int) {
    for (level, isLoud) in [(Int16.min, true), (Int16.max, false)] {
      var segmenter = EnergySegmenter(sampleRate: sampleRate, threshold: 0, onset: .milliseconds(10))
      var began = 0
      segmenter.hear([Int16](repeating: level, count: sampleRate / 50)[...]) { _ in began += 1 }
      #expect(began == (isLoud ? 1 : 0))
    }
  }

  private func events(_ samples: [Int16], pieces: Int = 321, sampleRate: Int = 16_000) -> [EnergySegmenter
    .Event]
  {
    var segmenter = EnergySegmenter(sampleRate: sampleRate)
    var events: [EnergySegmenter.Event] = []
    let stream = Recordings.bytes(samples)
    for start in stride(from: 0, to: stream.count, by: pieces) {
      segmenter.hear(Array(stream[start..<min(stream.count, start + pieces)])) { events.append($0) }
    }
    segmenter.finish { events.append($0) }
    return events
  }

  private func quiet(_ count: Int) -> [Int16] { [Int16](repeating: 20, count: count) }
  private func loud(_ count: Int) -> [Int16] { (0..<count).map { $0 % 8 < 4 ? 3_000 : -3_000 } }

  @Test("Speech is found to the frame, however the stream is cut", arguments: [1, 2, 7, 640, 99_999])
  func found(pieces: Int) {
    let found = events(quiet(3_200) + loud(4_800) + quiet(8_000), pieces: pieces)
    #expect(found == [.began(at: 3_200), .ended(3_200..<8_000)])
  }

  @Test func `A gap shorter than the hangover belongs to the speech and a longer one ends it`() {
    let short = loud(3_200) + quiet(4_640) + loud(3_200) + quiet(6_400)
    #expect(events(short) == [.began(at: 0), .ended(0..<11_040)])
    let long = loud(3_200) + quiet(4_960) + loud(3_200) + quiet(6_400)
    #expect(events(long) == [.began(at: 0), .ended(0..<3_200), .began(at: 8_160), .ended(8_160..<11_360)])
  }

  @Test func `A click is no speech and neither is a quiet room`() {
    #expect(events(quiet(3_200) + loud(640) + quiet(6_400)).isEmpty)
    #expect(events(quiet(48_000)).isEmpty)
  }

  @Test func `Speech that the stream cuts off ends with it`() {
    #expect(events(quiet(1_600) + loud(3_200)) == [.began(at: 1_600), .ended(1_600..<4_800)])
  }

  @Test func `The threshold is a level relative to full scale`() {
    // −40 dBFS is a magnitude of 327.68.
    #expect(events([Int16](repeating: 327, count: 8_000)).isEmpty)
    #expect(events([Int16](repeating: 328, count: 8_000)) == [.began(at: 0), .ended(0..<8_000)])
  }

  @Test func `Frames are 10 ms at any sample rate`() {
    let found = events(quiet(2_400) + loud(4_800) + quiet(9_600), sampleRate: 24_000)
    #expect(found == [.began(at: 2_400), .ended(2_400..<7_200)])
  }
}
