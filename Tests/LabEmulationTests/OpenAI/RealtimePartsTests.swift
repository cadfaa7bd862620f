import LabStatistics
import LabTimeline
import Testing

@testable import LabEmulation

@Suite("Parts of OpenAI's services for audio")
struct RealtimePartsTests {
  @Test("A form is read whatever its files hold, and refused when it is cut")
  func forms() throws {
    let file = Array("\r\n--b0undar\r\n\r\n--b0undary is no delimiter, nor is --b0undary\r\n".utf8)
    let body = OpenAIServices.form([("model", "m"), ("include[]", "logprobs")], file: file)
    let type = "multipart/form-data; boundary=\"b0undary\""
    let form = try #require(MultipartForm(contentType: type, body: body))
    #expect(form["model"]?.text == "m")
    #expect(form["file"]?.content == file)
    #expect(form["file"]?.fileName == "a.wav")
    #expect(form.list("include") == ["logprobs"])
    for length in [0, 1, 20, body.count / 2, body.count - 5] {
      #expect(MultipartForm(contentType: type, body: Array(body.prefix(length))) == nil)
    }
    #expect(MultipartForm(contentType: "application/json", body: body) == nil)
  }

  @Test("A WAV file is read with other chunks, several channels and a size that nobody knew")
  func waves() {
    func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
    func wave(channels: Int, bits: Int = 16, size: Int = 8) -> [UInt8] {
      Array("RIFF....WAVELIST".utf8) + little(3, 4) + [1, 2, 3, 0] + Array("fmt ".utf8) + little(16, 4)
        + little(1, 2) + little(channels, 2) + little(44_100, 4) + little(0, 4) + little(0, 2)
        + little(bits, 2) + Array("data".utf8) + little(size, 4) + [2, 0, 4, 0, 6, 0, 8, 0]
    }
    #expect(WaveFile(wave(channels: 1))?.samples == [2, 4, 6, 8])
    #expect(WaveFile(wave(channels: 2))?.samples == [3, 7])
    #expect(WaveFile(wave(channels: 1, size: 0xFFFF_FFFF))?.samples == [2, 4, 6, 8])
    #expect(WaveFile(wave(channels: 1))?.sampleRate == 44_100)
    #expect(WaveFile(wave(channels: 1, bits: 24)) == nil)
    for length in 0..<60 { #expect(WaveFile(Array(wave(channels: 1).prefix(length))) == nil || length > 52) }
  }

  @Test(
    "The laws of telephones come back within a step of what went in",
    arguments: [RealtimeFormat.muLaw, .aLaw])
  func laws(format: RealtimeFormat) {
    for sample in stride(from: -32_768, through: 32_767, by: 7) {
      let value = Int16(sample)
      let bytes = [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
      let back = format.decoded(format.encoded(bytes))
      let heard = Int(Int16(bitPattern: UInt16(back[0]) | UInt16(back[1]) << 8))
      // Segments double their step with the level: at most a sixteenth of it, and the least step at zero.
      #expect(abs(heard - sample) <= max(16, abs(sample) / 16), "\(sample) came back as \(heard)")
    }
    // Every code stands for itself.
    for code in UInt8.min...UInt8.max where format == .aLaw || code != 0x7F {
      #expect(format.encoded(format.decoded([code])) == [code])
    }
  }

  @Test("Whoever pauses in the middle of a sentence is waited for, up to the eagerness's limit")
  func semantic() {
    let words = KnownUtterance(
      id: "pause", samples: Self.withPause, sampleRate: 24_000, speech: 2400..<60_000,
      transcript: "wait please",
      words: [.init(text: "wait", samples: 2400..<12_000), .init(text: "please", samples: 48_000..<60_000)])
    func stops(eagerness: String, _ samples: [Int16]) -> [Int] {
      var buffer = RealtimeInputBuffer(
        transcripts: TranscriptIndex(utterances: [words]), format: .linear,
        detection: .semantic(.init(eagerness: eagerness)), base: 0)
      return buffer.hear(Recordings.bytes(samples)).compactMap {
        if case .speechStopped(let at) = $0 { at } else { nil }
      }
    }
    #expect(stops(eagerness: "high", Array(Self.withPause[..<40_000])).isEmpty)
    #expect(stops(eagerness: "high", Self.withPause + Self.quiet(400)).count == 1)
    let gaveUp = Array(Self.withPause[..<12_000]) + Self.quiet(2100)
    #expect(stops(eagerness: "high", gaveUp).count == 1)
    #expect(stops(eagerness: "low", gaveUp).isEmpty)
  }

  private static func quiet(_ milliseconds: Int) -> [Int16] {
    [Int16](repeating: 0, count: 24 * milliseconds)
  }

  /// 100 ms of silence, 400 of sound, 1500 of silence, 500 of sound.
  private static let withPause: [Int16] = {
    var generator = SeededGenerator(seed: 3, stream: "pause")
    return (0..<60_000).map { index in
      let isLoud = (2400..<12_000).contains(index) || index >= 48_000
      return isLoud ? Int16(generator.normal(standardDeviation: 2500).rounded()) : 0
    }
  }()
}
