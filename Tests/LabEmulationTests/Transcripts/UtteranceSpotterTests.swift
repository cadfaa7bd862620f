import LabStatistics
import Testing

@testable import LabEmulation

@Suite struct UtteranceSpotterTests {
  struct Hit: Equatable {
    var id: String
    var start: Int
  }

  private func hits(
    _ transcripts: TranscriptIndex, in stream: [UInt8], sampleRate: Int = 16_000, pieces: Int = 640
  ) -> [Hit] {
    var spotter = UtteranceSpotter(transcripts: transcripts, sampleRate: sampleRate)
    var hits: [Hit] = []
    for start in stride(from: 0, to: stream.count, by: pieces) {
      spotter.hear(Array(stream[start..<min(stream.count, start + pieces)])) {
        hits.append(Hit(id: $0.id, start: $1))
      }
    }
    #expect(spotter.position == stream.count / 2)
    return hits
  }

  @Test(
    "Recordings are found where their speech starts, however the stream is cut",
    arguments: [1, 3, 127, 640, 1_001, 1_000_000])
  func cuts(pieces: Int) {
    let first = Recordings.utterance("first")
    let second = Recordings.utterance("second", lead: 333)
    let silence = [Int16](repeating: 0, count: 5_000)
    let stream = silence + second.samples + silence + first.samples + second.samples
    let found = hits(
      TranscriptIndex(utterances: [first, second]), in: Recordings.bytes(stream), pieces: pieces)
    #expect(
      found == [
        Hit(id: "second", start: 5_333),
        Hit(id: "first", start: 10_000 + second.samples.count + 1_600),
        Hit(id: "second", start: 10_000 + second.samples.count + first.samples.count + 333),
      ])
  }

  @Test func `A recording is found wherever it lies in a stream and however the stream is cut`() {
    let known = Recordings.utterance("known", lead: 0, spoken: 5_000)
    let transcripts = TranscriptIndex(utterances: [known])
    for before in 0..<100 {
      let stream = [Int16](repeating: 7, count: before) + known.samples[..<5_000]
      for pieces in [62, 640, 20_000] {
        #expect(hits(transcripts, in: Recordings.bytes(stream), pieces: pieces).map(\.start) == [before])
      }
    }
  }

  @Test func `A window is reported with its last sample, not later`() {
    let known = Recordings.utterance("known", lead: 0, spoken: 5_000)
    let transcripts = TranscriptIndex(utterances: [known])
    for before in 0..<32 {
      var spotter = UtteranceSpotter(transcripts: transcripts, sampleRate: 16_000)
      var starts: [Int] = []
      let stream = [Int16](repeating: 7, count: before) + known.samples
      spotter.hear(Recordings.bytes(Array(stream[..<(before + 63)]))) { starts.append($1) }
      #expect(starts == [])
      spotter.hear(Recordings.bytes([stream[before + 63]])) { starts.append($1) }
      #expect(starts == [before])
    }
  }

  @Test func `A recording is found before a quarter of a second of its speech was heard`() {
    let known = Recordings.utterance("known")
    var spotter = UtteranceSpotter(transcripts: TranscriptIndex(utterances: [known]), sampleRate: 16_000)
    var starts: [Int] = []
    spotter.hear(Recordings.bytes(Array(known.samples[..<(1_600 + 4_064)]))) { starts.append($1) }
    #expect(starts == [1_600])
  }

  @Test func `A recording that is cut off and begins again is found twice`() {
    let known = Recordings.utterance("known")
    let stream = Array(known.samples[..<4_000]) + known.samples
    let found = hits(TranscriptIndex(utterances: [known]), in: Recordings.bytes(stream))
    #expect(found.map(\.start) == [1_600, 5_600])
  }

  @Test func `Of a stream that begins inside the speech the start lies before the stream`() {
    let known = Recordings.utterance("known", lead: 0)
    let transcripts = TranscriptIndex(utterances: [known])
    let index = transcripts.index(sampleRate: 16_000)
    let entry = index.candidates(
      for: RollingHash.of(known.samples[0..<64]))
    #expect(entry.map(\.offset) == [0])
    let late = TranscriptIndex(utterances: [
      KnownUtterance(
        id: "late", samples: [Int16](repeating: 0, count: 320) + known.samples, sampleRate: 16_000,
        speech: 0..<12_000, transcript: "late")
    ])
    #expect(hits(late, in: Recordings.bytes(known.samples)).map(\.start) == [-320])
  }

  @Test func `Another sample rate, another voice and one changed sample are not found`() {
    let known = Recordings.utterance("known")
    let transcripts = TranscriptIndex(utterances: [known])
    #expect(hits(transcripts, in: Recordings.bytes(known.samples), sampleRate: 24_000) == [])
    #expect(hits(transcripts, in: Recordings.bytes(Recordings.utterance("other").samples)) == [])
    var changed = known.samples
    for index in stride(from: 0, to: changed.count, by: 60) { changed[index] ^= 1 }
    #expect(hits(transcripts, in: Recordings.bytes(changed)) == [])
  }

  @Test func `A window that collides in its hash but not in its samples is not taken for the recording`() {
    let known = Recordings.utterance("known")
    let window = known.samples[1_600..<1_664]
    let entry = WindowIndex.Entry(hash: RollingHash.of(window), utterance: 0, offset: 1_664)
    // The index says that the window at 1,664 has the hash of the one at 1,600: a forged collision. It has
    // another hash for the one at 1,600 itself, so that a scan hashes that window at all.
    let index = WindowIndex(
      [entry, WindowIndex.Entry(hash: 1, utterance: 0, offset: 1_600)], of: [known])
    var recent = RecentSamples()
    recent.take(known.samples)
    var scan = WindowScan()
    var found = 0
    scan.hear(recent, index: index, utterances: [known]) { _, _ in found += 1 }
    #expect(found == 0)
  }

  @Test(
    "Silence and constant sounds find nothing, whatever is in the index",
    arguments: [0, 1, -1, 255, 12_345, -32_768, 32_767] as [Int16])
  func constant(level: Int16) {
    let flat = KnownUtterance(
      id: "flat", samples: [Int16](repeating: level, count: 4_000), sampleRate: 16_000,
      speech: 100..<3_000, transcript: "nothing")
    let transcripts = TranscriptIndex(utterances: [flat, Recordings.utterance("known")])
    #expect(transcripts.unreliable == ["flat"])
    #expect(hits(transcripts, in: Recordings.bytes([Int16](repeating: level, count: 50_000))) == [])
  }

  @Test func `A tone whose windows repeat is found once, by the window across its onset`() {
    let period = (0..<16).map { Int16(8_000 * (Double($0) < 8 ? 1 : -1)) }
    let tone = (0..<500).flatMap { _ in period }
    let known = KnownUtterance(
      id: "tone", samples: [Int16](repeating: 0, count: 1_000) + tone, sampleRate: 16_000,
      speech: 960..<9_000, transcript: "beep")
    let transcripts = TranscriptIndex(utterances: [known])
    #expect(transcripts.unreliable == [])
    #expect(hits(transcripts, in: Recordings.bytes(known.samples)).map(\.start) == [960])
  }

  @Test func `Recordings that begin alike are told apart by a later window`() {
    let first = Recordings.utterance("first")
    var second = Recordings.utterance("second")
    second.samples.replaceSubrange(1_600..<1_700, with: first.samples[1_600..<1_700])
    let transcripts = TranscriptIndex(utterances: [first, second])
    #expect(transcripts.unreliable == [])
    #expect(hits(transcripts, in: Recordings.bytes(first.samples)) == [Hit(id: "first", start: 1_600)])
    #expect(hits(transcripts, in: Recordings.bytes(second.samples)) == [Hit(id: "second", start: 1_600)])
  }

  @Test func `The same recording under two names is reported as unreliable and found as the first`() {
    let known = Recordings.utterance("one")
    var copy = known
    copy.id = "two"
    let transcripts = TranscriptIndex(utterances: [known, copy, Recordings.utterance("three")])
    #expect(transcripts.unreliable == ["one", "two"])
    #expect(hits(transcripts, in: Recordings.bytes(known.samples)).map(\.id) == ["one"])
  }

  @Test func `Two hundred recordings at two sample rates are all found`() {
    let known = (0..<200).map {
      Recordings.utterance("u\($0)", sampleRate: $0 % 2 == 0 ? 16_000 : 24_000, lead: 50, spoken: 900)
    }
    let transcripts = TranscriptIndex(utterances: known)
    let stream = Recordings.bytes(known.flatMap(\.samples))
    #expect(transcripts.unreliable == [])
    #expect(hits(transcripts, in: stream).map(\.id) == (0..<100).map { "u\(2 * $0)" })
    #expect(hits(transcripts, in: stream, sampleRate: 24_000).map(\.id) == (0..<100).map { "u\(2 * $0 + 1)" })
  }
}
