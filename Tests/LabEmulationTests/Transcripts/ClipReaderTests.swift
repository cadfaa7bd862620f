import LabTimeline
import Testing

@testable import LabEmulation

@Suite("A reader of clips")
struct ClipReaderTests {
  private static let one = Recordings.utterance("one", spoken: 24_000)
  private static let two = Recordings.utterance("two", spoken: 24_000)
  private let reader = ClipReader(transcripts: TranscriptIndex(utterances: [one, two]), sampleRate: 16_000)
  private func words(_ samples: [Int16]) -> [String] { reader.words(in: samples).map(\.text) }

  @Test("reads several recordings in the order in which they are heard")
  func several() {
    #expect(words(Self.two.samples + Self.one.samples) == ["this", "is", "two", "this", "is", "one"])
  }

  @Test(
    "reads the words of which more than half is there, at their places", arguments: [5_000, 12_000, 20_000])
  func pieces(start: Int) {
    let expected = Self.one.withWordsPlaced().words.filter { word in
      2 * (word.samples.upperBound - max(start, word.samples.lowerBound)) > word.samples.count
    }
    let heard = reader.words(in: Array(Self.one.samples[start...]))
    #expect(heard.map(\.text) == expected.map(\.text))
    #expect(heard.last?.end == (expected.last?.samples.upperBound ?? 0) - start)
  }

  @Test("reads nothing in silence, and a placeholder for each stretch of an unknown voice")
  func unknown() {
    let quiet = [Int16](repeating: 0, count: 16_000)
    let other = Recordings.utterance("three").samples
    #expect(words(quiet) == [])
    #expect(
      words(other + quiet + Self.one.samples + quiet + other)
        == [EnergySegmenter.unrecognised, "this", "is", "one", EnergySegmenter.unrecognised])
  }
}
