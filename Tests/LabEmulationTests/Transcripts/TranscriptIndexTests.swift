import LabEmulation
import LabTimeline
import Testing

@Suite struct TranscriptIndexTests {
  private func words(_ transcript: String, speech: Range<Int>, pauses: [Range<Int>] = []) -> [(
    String, Range<Int>
  )] {
    var utterance = Recordings.utterance("u")
    utterance.transcript = transcript
    utterance.speech = speech
    utterance.pauses = pauses
    return TranscriptIndex(utterances: [utterance]).utterances[0].words.map { ($0.text, $0.samples) }
  }

  @Test func `Words get time by their letters`() {
    let placed = words("Hi, there you", speech: 1_600..<2_600)
    #expect(placed.map(\.0) == ["Hi,", "there", "you"])
    #expect(placed.map(\.1) == [1_600..<1_800, 1_800..<2_300, 2_300..<2_600])
  }

  @Test func `Nothing is said in a pause at the edge of two words`() {
    let placed = words("four five", speech: 1_600..<3_600, pauses: [2_100..<3_100])
    #expect(placed.map(\.1) == [1_600..<2_100, 3_100..<3_600])
  }

  @Test func `A word that meets a pause spans it`() {
    let placed = words("a sixsix", speech: 1_600..<3_300, pauses: [2_000..<3_000])
    #expect(placed.map(\.1) == [1_600..<1_700, 1_700..<3_300])
  }

  @Test func `Marks without letters get some time too, and an empty transcript has no words`() {
    #expect(words("— yes", speech: 1_600..<2_000).map(\.1) == [1_600..<1_700, 1_700..<2_000])
    #expect(words(" ", speech: 1_600..<2_000).isEmpty)
  }

  @Test func `Words that are placed already stay where they are`() {
    var utterance = Recordings.utterance("u")
    utterance.words = [.init(text: "this", samples: 5..<9)]
    #expect(TranscriptIndex(utterances: [utterance]).utterances == [utterance])
  }

  @Test func `A recording shorter than a window is unreliable`() {
    let short = KnownUtterance(
      id: "short", samples: [1, 900, -900], sampleRate: 8_000, speech: 0..<3, transcript: "t")
    #expect(TranscriptIndex(utterances: [short]).unreliable == ["short"])
  }

  @Test func `Quiet speech in a loud room is known by its loudest window`() {
    let quiet = Recordings.utterance("quiet", noise: 2_000)
    #expect(TranscriptIndex(utterances: [quiet]).unreliable == [])
  }
}
