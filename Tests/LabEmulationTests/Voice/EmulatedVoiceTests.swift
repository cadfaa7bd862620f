import Testing

@testable import LabEmulation

@Suite struct EmulatedVoiceTests {
  static let rates = [8_000, 16_000, 24_000, 48_000]
  static let sentence = "Good morning, what would you like to learn about today? We could look at fractions."

  private func samples(of voice: EmulatedVoice, pieces: Int = 960) -> [Int16] {
    var voice = voice
    var samples: [Int16] = []
    while true {
      let bytes = voice.next(samples: pieces)
      if bytes.isEmpty { return samples }
      samples += stride(from: 0, to: bytes.count, by: 2).map {
        Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
      }
    }
  }

  private func level(_ samples: some Collection<Int16>) -> Double {
    let energy = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
    return (energy / Double(samples.count)).squareRoot() / 32_768
  }

  @Test("The length is known in advance and the stream keeps to it", arguments: rates)
  func length(sampleRate: Int) {
    let voice = EmulatedVoice(text: Self.sentence, sampleRate: sampleRate, leadingSilence: 123)
    #expect(samples(of: voice).count == voice.totalSamples)
    let seconds = Double(voice.totalSamples - 123) / Double(sampleRate)
    #expect(abs(Double(Self.sentence.count) / seconds - 15) < 1)
  }

  @Test("It does not matter where the stream is cut", arguments: [1, 7, 480, 1_000_000])
  func cuts(pieces: Int) {
    let voice = EmulatedVoice(
      text: Self.sentence, sampleRate: 24_000, leadingSilence: 50, speed: 1,
      kept: VoiceRecordings(byteLimit: 0))
    #expect(samples(of: voice, pieces: pieces) == samples(of: voice))
  }

  @Test(
    "The voice is heard within 2 ms of its leading silence, and goes on",
    arguments: rates, ["Hello there.", "I", "Übung macht den Meister", "sss, hmm", "42", "...so, 你好"])
  func onset(sampleRate: Int, text: String) throws {
    let lead = sampleRate / 10
    let spoken = samples(of: EmulatedVoice(text: text, sampleRate: sampleRate, leadingSilence: lead))
    #expect(spoken[..<lead].allSatisfy { $0 == 0 })
    let first = try #require(spoken.firstIndex { abs(Int($0)) >= 328 })
    #expect(first - lead <= sampleRate / 500)
    let window = sampleRate / 100
    for start in stride(from: first, through: first + 4 * window, by: window / 10) {
      #expect(level(spoken[start..<start + window]) >= 0.01)
    }
  }

  @Test("The level is −20 dBFS within 1.5 dB and nothing clips", arguments: rates)
  func loudness(sampleRate: Int) {
    let text = "The quick brown fox jumps over the lazy dog while our fine tutor explains why it moves so"
    let spoken = samples(of: EmulatedVoice(text: text, sampleRate: sampleRate))
    let voiced = level(spoken)
    #expect(voiced > 0.0841 && voiced < 0.1189)
    #expect(spoken.allSatisfy { abs(Int($0)) < 32_000 })
  }

  @Test(
    "Every vowel has the same level",
    arguments: [
      "papapapapapa", "pepepepepepe", "pipipipipipi", "popopopopopo", "pupupupupupu", "pöpöpöpöpöpö",
    ])
  func vowels(text: String) {
    let spoken = samples(of: EmulatedVoice(text: text, sampleRate: 16_000))
    #expect(level(spoken) > 0.08 && level(spoken) < 0.125)
  }

  @Test func `Commas and stops are silent and a text goes on audibly after them`() {
    let spoken = samples(of: EmulatedVoice(text: "One, two. Three", sampleRate: 16_000))
    var runs: [Int] = []
    var run = 0
    for sample in spoken {
      if sample == 0 {
        run += 1
      } else {
        runs.append(run)
        run = 0
      }
    }
    // A pause less the 30 ms in which the voice rings out: 126 ms and 267 ms.
    let silences = runs.filter { $0 > 1_000 }
    #expect(silences.count == 2)
    #expect(zip(silences, [2_020, 4_270]).allSatisfy { abs($0 - $1) < 120 })
  }

  @Test func `The pitch falls over a phrase`() {
    let score = VoiceScore(text: "banana banana banana", sampleRate: 16_000, speed: 1)
    let pitches = score.segments.compactMap { segment -> Float? in
      if case .syllable(_, let pitch) = segment.sound { pitch } else { nil }
    }
    #expect(pitches.count == 9)
    #expect(pitches == pitches.sorted(by: >))
    #expect(pitches.first == 125 && pitches.last == 90)
  }

  @Test func `English has four to five syllables a second`() {
    let score = VoiceScore(text: Self.sentence, sampleRate: 16_000, speed: 1)
    let syllables = score.segments.filter { if case .syllable = $0.sound { true } else { false } }
    let seconds = Double(syllables.reduce(0) { $0 + $1.samples }) / 16_000
    #expect(Double(syllables.count) / seconds > 4 && Double(syllables.count) / seconds < 5.2)
  }

  @Test func `Speed shortens the text and is cut to what can be said`() {
    func total(_ speed: Double) -> Int {
      EmulatedVoice(text: Self.sentence, sampleRate: 24_000, speed: speed).totalSamples
    }
    #expect(abs(Double(total(1)) / Double(total(2)) - 2) < 0.02)
    #expect(total(1_000) == total(10))
    #expect(total(-1) == total(0.1))
  }

  @Test(
    "A text with nothing to say has only its leading silence", arguments: ["", " ", "...", "\"—\"", "\n"])
  func empty(text: String) {
    let voice = EmulatedVoice(text: text, sampleRate: 16_000, leadingSilence: 100)
    #expect(voice.totalSamples == 100)
    #expect(samples(of: voice) == [Int16](repeating: 0, count: 100))
    #expect(EmulatedVoice(text: text, sampleRate: 16_000, leadingSilence: -5).totalSamples == 0)
  }

  @Test func `Another text sounds different and the same text the same, on every machine`() {
    let hello = samples(of: EmulatedVoice(text: "Hello.", sampleRate: 24_000))
    #expect(hello != samples(of: EmulatedVoice(text: "Hallo.", sampleRate: 24_000)))
    let sum = hello.reduce(0 as UInt64) { ($0 ^ UInt64(UInt16(bitPattern: $1))) &* 0x100_0000_01B3 }
    #expect(sum == 13_120_791_256_893_309_189)
  }

  @Test func `The cosine of the filters is exact to 12 digits`() {
    #expect(abs(FormantFilter.cosine(.pi / 3) - 0.5) < 1e-12)
    #expect(abs(FormantFilter.cosine(.pi / 2)) < 1e-12)
    #expect(abs(FormantFilter.cosine(.pi) + 1) < 1e-12)
  }
}
