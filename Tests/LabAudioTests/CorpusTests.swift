import Foundation
import LabTimeline
import LabYAML
import TestSupport
import Testing

@testable import LabAudio

@Suite struct CorpusTests {
  let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.write(RawWAV(data: [UInt8](repeating: 7, count: 32_000)).bytes, to: "a.wav")
  }

  private let valid = """
    schema: turnlab.corpus/1
    name: little
    description: For a test.
    language: en
    sample_rate: 16000
    conversations:
      - id: first
        workload: tutor
        utterances:
          - id: u1
            file: a.wav
            transcript: Hello there
            language: en-US
            speaker: flite/slt
            begins: { at_ms: 500 }
            speech: { start: 1000, end: 15000 }
            pauses: [{ start: 4000, end: 6000 }]
            words: [{ text: Hello, start: 1000, end: 4000 }, { text: there, start: 6000, end: 15000 }]
          - id: u2
            file: a.wav
            transcript: mhm
            language: en-US
            speaker: flite/slt
            begins: { barge_in_ms: 900 }
            interruption: backchannel
            speech: { start: 0, end: 16000 }
          - id: u3
            file: a.wav
            transcript: Bye
            language: en-US
            speaker: flite/slt
            begins: { after_reply_ms: 700 }
            speech: { start: 0, end: 16000 }

    """

  private func corpus(_ text: String) throws -> Corpus {
    try scratch.write(text.utf8, to: "corpus.yaml")
    return try Corpus(contentsOf: scratch.path)
  }

  /// What is wrong once each pair has been exchanged in the valid text.
  private func problems(_ changes: (String, String)...) throws -> [String] {
    var text = valid
    for (old, new) in changes {
      let range = try #require(text.range(of: old))
      text.replaceSubrange(range, with: new)
    }
    let error = try failure { try corpus(text) }
    #expect(error.code == .invalidCorpus)
    return error.problems.map { "\($0.line): \($0.message)" }
  }

  @Test("reads everything a manifest can say")
  func readsEverythingAManifestCanSay() throws {
    let manifest = try corpus(valid).manifest
    #expect(manifest.name == "little" && manifest.sampleRate == 16_000)
    let utterances = try #require(manifest.conversations.first).utterances
    #expect(
      utterances[0]
        == CorpusUtterance(
          id: "u1", file: "a.wav", transcript: "Hello there", language: "en-US", speaker: "flite/slt",
          speech: 1_000..<15_000,
          words: [
            .init(text: "Hello", samples: 1_000..<4_000), .init(text: "there", samples: 6_000..<15_000),
          ],
          pauses: [4_000..<6_000], begins: .at(.milliseconds(500))))
    #expect(
      utterances[1].begins == .bargeIn(.milliseconds(900)) && utterances[1].interruption == .backchannel)
    #expect(utterances[2].begins == .afterReply(.milliseconds(700)) && utterances[2].interruption == nil)
  }

  @Test("writes a manifest that reads back equal, whatever its texts hold")
  func writesAManifestThatReadsBackEqualWhateverItsTextsHold() throws {
    var manifest = try corpus(valid).manifest
    manifest.description = "no: \"quotes\", Märchen, # and\nlines"
    manifest.conversations[0].condition = "babble-5db"
    manifest.conversations[0].utterances[1].transcript = "2026-11-21"
    let text = try manifest.yaml()
    #expect(try corpus(text).manifest == manifest)
    #expect(try manifest.yaml() == text)
  }

  @Test("takes a barge-in for a real one unless told otherwise")
  func takesABargeInForARealOneUnlessToldOtherwise() throws {
    let text = valid.replacing("        interruption: backchannel\n", with: "")
    #expect(try corpus(text).manifest.conversations[0].utterances[1].interruption == .speech)
  }

  @Test("reads the clip of an utterance at the rate asked for")
  func readsTheClipOfAnUtteranceAtTheRateAskedFor() throws {
    let corpus = try corpus(valid)
    let utterance = corpus.manifest.conversations[0].utterances[0]
    #expect(try corpus.clip(for: utterance).samples.count == 16_000)
    #expect(try corpus.clip(for: utterance, at: 24_000).samples.count == 24_000)
  }

  @Test("throws when a file went away after the manifest was read")
  func throwsWhenAFileWentAwayAfterTheManifestWasRead() throws {
    let corpus = try corpus(valid)
    try FileManager.default.removeItem(atPath: scratch.path + "/a.wav")
    let utterance = corpus.manifest.conversations[0].utterances[0]
    #expect(try failure { try corpus.clip(for: utterance) }.code == .fileMissing)
  }

  @Test("refuses a folder without a manifest")
  func refusesAFolderWithoutAManifest() throws {
    #expect(try failure { try Corpus(contentsOf: scratch.path + "/no") }.code == .fileMissing)
  }

  @Test("reports labels outside of the sound")
  func reportsLabelsOutsideOfTheSound() throws {
    #expect(
      try problems(("end: 16000", "end: 16001"))
        == ["26: the samples 0 to 16001 are not all in the sound file, which is 0 to 16000"])
    #expect(
      try problems(("{ start: 0, end", "{ start: -1, end"))
        == ["26: the samples -1 to 16000 are not all in the sound file, which is 0 to 16000"])
  }

  @Test("reports words and pauses outside of the speech")
  func reportsWordsAndPausesOutsideOfTheSpeech() throws {
    #expect(
      try problems(("pauses: [{ start: 4000", "pauses: [{ start: 900"))
        == ["17: the samples 900 to 6000 are not all in the speech, which is 1000 to 15000"])
    #expect(
      try problems(("start: 6000, end: 15000", "start: 6000, end: 15001"))
        == ["18: the samples 6000 to 15001 are not all in the speech, which is 1000 to 15000"])
  }

  @Test("reports labels that end before they start, or are out of order")
  func reportsLabelsThatEndBeforeTheyStartOrAreOutOfOrder() throws {
    #expect(
      try problems(("start: 1000, end: 15000", "start: 15000, end: 15000")).first
        == "16: its start 15000 must be before its end 15000")
    #expect(
      try problems(("pauses: [", "pauses: [{ start: 5000, end: 7000 }, "))
        == ["17: it starts at 4000, in or before the pause before, which ends at 7000"])
    #expect(
      try problems(("start: 6000, end: 15000", "start: 3999, end: 15000"))
        == ["18: it starts at 3999, in or before the word before, which ends at 4000"])
  }

  @Test("reports ids that are given twice")
  func reportsIdsThatAreGivenTwice() throws {
    #expect(try problems(("id: u3", "id: u1")) == ["27: “u1” is the id of line 10, too; give each its own"])
  }

  @Test("reports a sound file that is missing, no sound, elsewhere or at another rate")
  func reportsASoundFileThatIsMissingNoSoundElsewhereOrAtAnotherRate() throws {
    try scratch.write("text".utf8, to: "b.wav")
    try scratch.write(RawWAV(rate: 8_000, data: [UInt8](repeating: 0, count: 40_000)).bytes, to: "slow.wav")
    let found = try problems(("file: a.wav", "file: gone.wav"), ("file: a.wav", "file: b.wav"))
    #expect(found.count == 2)
    #expect(found[0].hasPrefix("11: There is no file") && found[1].contains("not a sound file"))
    #expect(
      try problems(("file: a.wav", "file: ../a.wav"))
        == ["11: “file” must lie in the folder of the corpus, not at ../a.wav"])
    #expect(
      try problems(("file: a.wav", "file: slow.wav")) == [
        "11: slow.wav has 8000 Hz; “sample_rate” says 16000"
      ])
  }

  @Test("reports beginnings that cannot be")
  func reportsBeginningsThatCannotBe() throws {
    #expect(
      try problems(("{ at_ms: 500 }", "{ after_reply_ms: 5 }"))
        == ["15: the first utterance has no reply before it; let it begin with at_ms"])
    #expect(
      try problems(("{ after_reply_ms: 700 }", "{ at_ms: 7 }"))
        == ["32: only the first utterance can begin at a time; use after_reply_ms or barge_in_ms"])
    let one = "“begins” needs exactly one of at_ms, after_reply_ms and barge_in_ms"
    #expect(try problems(("{ at_ms: 500 }", "{ at_ms: 5, barge_in_ms: 5 }")) == ["15: " + one])
    #expect(try problems(("{ at_ms: 500 }", "{}")) == ["15: " + one])
    #expect(
      try problems(("{ at_ms: 500 }", "{ at_ms: -1 }")) == ["15: “at_ms” is -1; it must be 0 to 3600000"])
  }

  @Test("reports an interruption that does not interrupt")
  func reportsAnInterruptionThatDoesNotInterrupt() throws {
    #expect(
      try problems(("begins: { barge_in_ms: 900 }", "begins: { after_reply_ms: 900 }"))
        == ["25: “interruption” is only for an utterance that begins with barge_in_ms"])
  }

  @Test("reports corpora and conversations without content")
  func reportsCorporaAndConversationsWithoutContent() throws {
    let head = valid.prefix(upTo: try #require(valid.range(of: "conversations:")).lowerBound)
    let none = try failure { try corpus(head + "conversations: []\n") }.problems.map(\.message)
    #expect(none == ["a corpus needs at least one conversation"])
    let missing = try failure { try corpus(String(head)) }.problems.map(\.message)
    #expect(missing == ["“conversations” is missing from the file"])
    let list = "conversations: [{ id: a, workload: tutor, utterances: [] }]\n"
    let empty = try failure { try corpus(head + list) }.problems.map(\.message)
    #expect(empty == ["a conversation needs at least one utterance"])
  }

  @Test("reports bad names and tags")
  func reportsBadNamesAndTags() throws {
    let found = try problems(
      ("turnlab.corpus/1", "turnlab.corpus/9"), ("name: little", "name: a/b"),
      ("language: en", "language: english!"),
      ("sample_rate: 16000", "sample_rate: 16"))
    #expect(found.count == 4)
    #expect(found.map { $0.prefix(2) } == ["1:", "2:", "4:", "5:"])
  }

  @Test("reports all problems of a file at once, in the order of its lines")
  func reportsAllProblemsOfAFileAtOnceInTheOrderOfItsLines() throws {
    let found = try problems(
      ("description", "descripton"), ("workload: tutor", "workload: tutor\n    workload: tutor"),
      ("start: 1000, end: 15000", "start: 1000, end: 99000"),
      ("interruption: backchannel", "interruption: mhm"),
      ("    speech: { start: 0, end: 16000 }\n      - id: u3", "  - id: u3"))
    #expect(found.count >= 6)
    #expect(found.contains("3: “descripton” is not a key of the file; did you mean “description”?"))
    #expect(found.contains { $0.hasPrefix("8: “workload” is given again") })
    #expect(found.contains { $0.hasPrefix("17: the samples 1000 to 99000") })
    #expect(found.contains { $0.hasPrefix("26: “interruption” cannot be “mhm”") })
    #expect(found.contains { $0.contains("“speech” is missing") })
  }

  @Test("adds up what a corpus holds")
  func addsUpWhatACorpusHolds() throws {
    let summary = try CorpusSummary(of: corpus(valid))
    #expect(summary.total.utterances == 3 && summary.total.interruptions == 1)
    #expect(summary.total.pauses == 1 && summary.total.words == 2)
    #expect(summary.total.audioSeconds == 3)
    let speech: Double = (14_000 - 2_000 + 32_000) / 16_000
    #expect(summary.total.speechSeconds == speech)
    #expect(summary.conversations.map(\.id) == ["first"])
    #expect(abs(summary.conversations[0].peak.value - -25.2) < 0.1)
  }
}
