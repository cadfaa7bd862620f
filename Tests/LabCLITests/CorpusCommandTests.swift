import Foundation
import TestSupport
import Testing

@testable import LabCLI

@Suite("turnlab corpus")
struct CorpusCommandTests {
  private let scratch: ScratchFolder
  private var corpus: String { scratch.file("corpus") }
  private var manifest: String { corpus + "/corpus.yaml" }

  init() throws { scratch = try ScratchFolder() }

  @Test("says what a corpus holds")
  func inspects() throws {
    try ShortCorpus.write(into: scratch)
    let outcome = Program.run("corpus", "inspect", corpus)
    #expect(outcome.exit == 0)
    #expect(
      outcome.output == """
        short: 1 conversation at 16000 Hz

        conversation  workload  utterances  interruptions  pauses  audio s  speech s
        radius        tutor              1              0       0      1.7       1.2
        all                              1              0       0      1.7       1.2

        """)
    let json = Program.run("corpus", "inspect", corpus, "--json").output
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
    #expect((object as? [String: Any])?["name"] as? String == "short")
  }

  @Test("names file and line of every label that lies outside of the sound")
  func reportsLabelsOutside() throws {
    try ShortCorpus.write(into: scratch, speechEnd: 99_999)
    let outcome = Program.run("corpus", "inspect", corpus)
    #expect(outcome.exit == 78)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.error == """
        turnlab: \(manifest) has a problem.
          \(manifest):16:13: the samples 3200 to 99999 are not all in the sound file, which is 0 to 27200
        Correct the lines named, or build the corpus again from its recipe.

        """)
  }

  @Test(
    "says what is wrong with a sound file",
    arguments: [
      ([], "is an empty file. "),
      (Array("This is no sound.\n".utf8), "is not a sound file that libsndfile can read. "),
      (Self.truncatedWAV, "is cut off: its header promises 64000 bytes of sound, 8000 are there. "),
    ])
  func reportsSoundFile(bytes: [UInt8], sentence: String) throws {
    try ShortCorpus.write(into: scratch, sound: bytes, file: "question.wav")
    let outcome = Program.run("corpus", "inspect", corpus)
    #expect(outcome.exit == 78)
    #expect(outcome.error.contains("\n  \(manifest):11:11: \(corpus)/question.wav \(sentence)"))
  }

  /// A WAV file of 2 s, of which a quarter of a second is there.
  private static let truncatedWAV: [UInt8] = {
    func little(_ value: UInt32, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(value >> (8 * $0) & 255) }
    }
    let format = little(16, 4) + little(1, 2) + little(1, 2) + little(16_000, 4) + little(32_000, 4)
    let header = Array("WAVEfmt ".utf8) + format + little(2, 2) + little(16, 2)
    return Array("RIFF".utf8) + little(64_036, 4) + header + Array("data".utf8) + little(64_000, 4)
      + [UInt8](repeating: 0, count: 8000)
  }()

  @Test("says that a folder holds no corpus")
  func reportsMissingCorpus() throws {
    let outcome = Program.run("corpus", "inspect", scratch.file("none"))
    #expect(outcome.exit == 78)
    #expect(
      outcome.error
        == "turnlab: There is no file \(scratch.file("none"))/corpus.yaml that can be read.\nCheck the path.\n"
    )
  }

  @Test("says which synthesizer is missing and how to install it")
  func reportsMissingEngine() throws {
    let recipe = Repository.file("Corpora/recipes/smoke.yaml").path
    let outcome = try BuiltProgram(
      ["corpus", "build", recipe, "--out", scratch.file("built")], in: scratch,
      variables: ["PATH": "/nowhere"]
    ).wait()
    #expect(outcome.exit == 1)
    #expect(
      outcome.error == """
        turnlab: flite is not installed on this machine.
        Install it, for example with: apt-get install flite

        """)
  }
}
