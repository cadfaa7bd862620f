import LabTimeline
import Testing

@testable import LabEmulation

@Suite("Sound that was altered on its way")
struct SoundRegistryTests {
  private func utterance() -> KnownUtterance {
    KnownUtterance(
      id: "u", samples: [], sampleRate: 16_000, speech: 1000..<9000, transcript: "two words",
      words: [.init(text: "two", samples: 1000..<4000), .init(text: "words", samples: 4000..<9000)])
  }

  /// Sound that is not in the index.
  private func sound() -> [Int16] {
    var state: UInt32 = 1
    return (0..<16_000).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int16(truncatingIfNeeded: Int32(bitPattern: state) >> 19)
    }
  }

  private func bytes(_ samples: [Int16]) -> [UInt8] {
    samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  @Test(
    "is heard with the words of its recording once somebody says what is in it, and no longer when they are gone"
  )
  func heard() {
    let registry = SoundRegistry()
    let transcripts = TranscriptIndex(utterances: [], sounds: registry)
    let sound = sound()
    // The recording begins 500 samples into the stream; two of its windows are told.
    for place in [2000, 3000] {
      registry.add(
        SentSound(window: Array(sound[place..<place + 64]), offset: place - 500, utterance: utterance()),
        of: "a")
    }
    var hearing = Hearing(transcripts: transcripts, sampleRate: 16_000)
    var words: [HeardWord] = []
    for start in stride(from: 0, to: sound.count, by: 512) {
      words += hearing.hear(bytes(Array(sound[start..<min(start + 512, sound.count)]))).words
    }
    #expect(
      words.filter { !$0.text.hasPrefix("(") } == [
        HeardWord(text: "two", start: 1500, end: 4500), HeardWord(text: "words", start: 4500, end: 9500),
      ])
    #expect(
      ClipReader(transcripts: transcripts, sampleRate: 16_000).words(in: sound).map(\.text).contains("two"))
    registry.end("a")
    #expect(registry.isEmpty)
    var deaf = Hearing(transcripts: transcripts, sampleRate: 16_000)
    #expect(deaf.hear(bytes(sound)).words.allSatisfy { $0.text.hasPrefix("(") })
  }

  @Test("is heard even when it is told in the middle of its window", arguments: [1, 10, 63, 64, 100, 700])
  func toldLate(piece: Int) {
    let registry = SoundRegistry()
    let sound = sound()
    let place = 2000
    var recent = RecentSamples()
    var found: [Int] = []
    var heard = 0
    while heard < 3000 {
      let end = min(heard + piece, 3000)
      if heard <= place + 32, place + 32 < end {
        registry.add(
          SentSound(window: Array(sound[place..<place + 64]), offset: place, utterance: utterance()), of: "a")
      }
      recent.take(Array(sound[heard..<end]))
      registry.find(in: recent, sampleRate: 16_000) { found.append($1) }
      heard = end
    }
    #expect(found == [0])
  }
}
