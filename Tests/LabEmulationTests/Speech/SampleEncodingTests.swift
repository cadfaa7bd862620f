import Testing

@testable import LabEmulation

@Suite("Sample encodings")
struct SampleEncodingTests {
  private func bytes(_ samples: [Int16]) -> [UInt8] {
    samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  static let samples: [Int16] = [
    0, 1, -1, 100, -100, 1000, -1000, 8000, -8000, 32_124, -32_124, 32_767, -32_768,
  ]

  @Test("writes G.711 as Python's audioop does")
  func telephony() {
    #expect(
      SampleEncoding.muLaw.encode(bytes(Self.samples)) == [
        0xFF, 0xFF, 0x7E, 0xF2, 0x72, 0xCE, 0x4E, 0xA0, 0x20, 0x80, 0x00, 0x80, 0x00,
      ])
    #expect(
      SampleEncoding.aLaw.encode(bytes(Self.samples)) == [
        0xD5, 0xD5, 0x55, 0xD3, 0x53, 0xFA, 0x7A, 0x8A, 0x0A, 0xAA, 0x2A, 0xAA, 0x2A,
      ])
  }

  @Test("writes full scale as one in floating point")
  func float() {
    #expect(SampleEncoding.float32.encode(bytes([-32_768, 16_384])) == [0, 0, 0x80, 0xBF, 0, 0, 0, 0x3F])
  }

  @Test("leaves integers as they are")
  func integers() {
    #expect(SampleEncoding.integer16.encode([1, 2, 3, 4]) == [1, 2, 3, 4])
  }
}

@Suite("Spoken times")
struct SpokenTimesTests {
  @Test(
    "cover the audio of a text without a gap",
    arguments: ["Hello, you.", " Wait… what?! No — yes.", "§ (1)", "日本語。 e\u{301}t\u{E9}", ""])
  func cover(text: String) {
    let times = SpokenTimes(text: text, sampleRate: 16_000, leadingSilence: 800, speed: 1.1)
    let voice = EmulatedVoice(text: text, sampleRate: 16_000, leadingSilence: 800, speed: 1.1)
    #expect(times.characters.map(\.text).joined() == text)
    #expect(times.characters.last.map { $0.samples.upperBound == voice.totalSamples } ?? true)
    for (left, right) in zip(times.characters, times.characters.dropFirst()) {
      #expect(left.samples.upperBound == right.samples.lowerBound)
    }
  }

  @Test("give words without the space between them, with their marks")
  func words() {
    let times = SpokenTimes(text: " Yes,  of course. ", sampleRate: 16_000, leadingSilence: 0, speed: 1)
    #expect(times.words.map(\.text) == ["Yes,", "of", "course."])
    #expect(times.words.allSatisfy { !$0.samples.isEmpty })
  }
}
