import Foundation
import LabTimeline
import TestSupport
import Testing

@testable import LabAudio

private let enginesAreInstalled =
  SpeechSynthesizer().isInstalled(.flite) && SpeechSynthesizer().isInstalled(.espeakNG)

@Suite struct CorpusBuilderTests {
  let scratch: ScratchFolder
  let recipe: CorpusRecipe

  init() throws {
    scratch = try ScratchFolder()
    recipe = try CorpusRecipe(
      text: """
        schema: turnlab.recipe/1
        name: r
        description: d
        language: en
        seed: 3
        lead_in_ms: 250
        lead_out_ms: 350
        voices:
          - { id: mia, engine: flite, voice: kal16, language: en-US, pace: 1.2 }
          - { id: lena, engine: espeak-ng, voice: de+f2, language: de-DE }
        conversations:
          - id: c
            workload: tutor
            voice: mia
            utterances:
              - { id: u, begins: { at_ms: 0 }, say: [Good morning, 400, to you] }
              - { id: v, voice: lena, begins: { barge_in_ms: 50 }, say: Schöne Grüße, transcript: Gruß }
              - id: w
                begins: { barge_in_ms: 50 }
                interruption: cough
                say: [{ sound: cough, duration_ms: 300 }]
                transcript: ""
        conditions:
          - id: clean
          - { id: babble, noise: { kind: babble, snr_db: 10, talkers: [{ voice: lena, say: Hallo du }] } }
          - { id: room, reverb: { decay_ms: 200 } }
          - { id: echo, echo: { voice: lena, say: Hallo du, delay_ms: 10, level_dbfs: -30 } }
        """, file: "r.yaml")
  }

  private func build(_ name: String, existing: CorpusBuilder.Existing = .keep) throws -> CorpusManifest {
    try CorpusBuilder.build(recipe: recipe, into: scratch.path + "/" + name, existing: existing)
  }

  @Test(
    "builds the same bytes three times over", .tags(.synthesis),
    .enabled(if: enginesAreInstalled, "flite and espeak-ng are not both installed"))
  func buildsTheSameBytesThreeTimesOver() throws {
    for name in ["a", "b", "c"] { _ = try build(name) }
    let first = try scratch.contents(of: "a")
    #expect(first.keys.count { $0.hasSuffix(".flac") } == 12)
    #expect(try scratch.contents(of: "b") == first)
    #expect(try scratch.contents(of: "c") == first)
  }

  @Test(
    "writes a corpus that is valid, with silence exactly where the labels say", .tags(.synthesis),
    .enabled(if: enginesAreInstalled, "flite and espeak-ng are not both installed"))
  func writesACorpusThatIsValidWithSilenceExactlyWhereTheLabelsSay() throws {
    let manifest = try build("a")
    let corpus = try Corpus(contentsOf: scratch.path + "/a")
    #expect(corpus.manifest == manifest)
    let utterance = manifest.conversations[0].utterances[0]
    let clip = try corpus.clip(for: utterance)
    #expect(utterance.speech.lowerBound == 4_000)
    #expect(clip.samples.count == utterance.speech.upperBound + 5_600)
    #expect(utterance.pauses.map(\.count) == [6_400])
    for silence in [0..<4_000, utterance.pauses[0], utterance.speech.upperBound..<clip.samples.count] {
      #expect(abs(clip[silence].level.value - -65) < 0.5)
    }
    // Speech is there from the first 10 ms of the label to its last.
    #expect(clip[4_000..<4_160].level > -51)
    #expect(clip[utterance.speech.upperBound - 160..<utterance.speech.upperBound].level > -51)
    #expect(abs(clip.activeSpeechLevel.value - -26) < 1)
  }

  @Test(
    "labels words inside their phrases and no words where the transcript is another", .tags(.synthesis),
    .enabled(if: enginesAreInstalled, "flite and espeak-ng are not both installed"))
  func labelsWordsInsideTheirPhrasesAndNoWordsWhereTheTranscriptIsAnother() throws {
    let utterances = try build("a").conversations[0].utterances
    #expect(utterances[0].transcript == "Good morning to you")
    #expect(utterances[0].words.map(\.text) == ["Good", "morning", "to", "you"])
    let pause = utterances[0].pauses[0]
    #expect(utterances[0].words[1].samples.upperBound == pause.lowerBound)
    #expect(utterances[0].words[2].samples.lowerBound == pause.upperBound)
    #expect(utterances[1].transcript == "Gruß" && utterances[1].words.isEmpty)
    #expect(utterances[2].transcript.isEmpty && utterances[2].interruption == .cough)
    #expect(utterances[2].speech.count == 4_800)
  }

  @Test(
    "changes the sound under a condition but not the labels", .tags(.synthesis),
    .enabled(if: enginesAreInstalled, "flite and espeak-ng are not both installed"))
  func changesTheSoundUnderAConditionButNotTheLabels() throws {
    let manifest = try build("a")
    let corpus = try Corpus(contentsOf: scratch.path + "/a")
    #expect(manifest.conversations.map(\.id) == ["c.clean", "c.babble", "c.room", "c.echo"])
    #expect(Set(manifest.conversations.map { $0.utterances.map(\.speech) }).count == 1)
    func leadIn(_ conversation: Int, _ utterance: Int) throws -> Decibels {
      try corpus.clip(for: manifest.conversations[conversation].utterances[utterance])[800..<4_000].level
    }
    #expect(try leadIn(0, 0) < -64)
    #expect(try leadIn(1, 0) > -45)
    #expect(try leadIn(2, 0) < -64)
    #expect(try leadIn(3, 0) < -64, "no echo where the agent is silent")
    #expect(try leadIn(3, 1) > -45)
  }

  @Test(
    "replaces a corpus only when asked, and nothing but a corpus", .tags(.synthesis),
    .enabled(if: enginesAreInstalled, "flite and espeak-ng are not both installed"))
  func replacesACorpusOnlyWhenAskedAndNothingButACorpus() throws {
    _ = try build("a")
    #expect(try failure { try build("a") }.code == .folderNotEmpty)
    try scratch.write([1], to: "a/left-over.flac")
    _ = try build("a", existing: .replace)
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/a/left-over.flac"))
    try scratch.write([1], to: "mine/thesis.txt")
    #expect(try failure { try build("mine", existing: .replace) }.code == .folderNotEmpty)
    #expect(FileManager.default.fileExists(atPath: scratch.path + "/mine/thesis.txt"))
  }

  @Test(
    "refuses a voice that the engine would quietly replace", .tags(.synthesis),
    .enabled(if: enginesAreInstalled, "flite and espeak-ng are not both installed"),
    arguments: [(SpeechVoice.Engine.flite, "slx"), (.espeakNG, "xx-none"), (.espeakNG, "de+f99")])
  func refusesAVoiceThatTheEngineWouldQuietlyReplace(engine: SpeechVoice.Engine, name: String)
    throws
  {
    var synthesizer = SpeechSynthesizer()
    let voice = SpeechVoice(engine: engine, name: name, language: "en")
    let error = try failure { try synthesizer.clip(saying: "hello", by: voice, at: 16_000) }
    #expect(error.code == .synthesisFailed)
    #expect(error.message.contains(name))
  }

  @Test("says which engine is not installed", arguments: [SpeechVoice.Engine.flite, .espeakNG])
  func saysWhichEngineIsNotInstalled(engine: SpeechVoice.Engine) throws {
    var synthesizer = SpeechSynthesizer(searchPath: scratch.path)
    #expect(!synthesizer.isInstalled(engine))
    let voice = SpeechVoice(engine: engine, name: "slt", language: "en")
    let error = try failure { try synthesizer.clip(saying: "hello", by: voice, at: 16_000) }
    #expect(error.code == .synthesizerMissing)
    #expect(error.message.contains(engine.rawValue))
  }

  @Test("finds speech by two windows in a row, and not by a click")
  func findsSpeechByTwoWindowsInARowAndNotByAClick() {
    var clip = AudioClip.silence(count: 1_600, at: 16_000)
    clip.append(sine(400, amplitude: 0.1, count: 3_200))
    clip.appendSilence(count: 1_600)
    #expect(clip.speechSpan() == 1_600..<4_800)
    clip.samples[400] = 20_000
    #expect(clip.speechSpan() == 1_600..<4_800)
    #expect(AudioClip.silence(count: 900, at: 16_000).speechSpan() == nil)
  }

  @Test("finds the pauses that an engine makes, but not the closures of consonants")
  func findsThePausesThatAnEngineMakesButNotTheClosuresOfConsonants() {
    let tone = sine(400, amplitude: 0.1, count: 1_600)
    var clip = tone
    for silence in [2_400, 2_320] {
      clip.appendSilence(count: silence)
      clip.append(tone)
    }
    clip.appendSilence(count: 8_000)
    #expect(clip.speechPauses() == [1_600..<4_000])
  }
}
