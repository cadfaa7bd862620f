import Foundation
import TestSupport
import Testing

@testable import LabCLI

@Suite("turnlab vad score")
struct VoiceActivityCommandTests {
  private let scratch: ScratchFolder
  private var corpus: String { scratch.file("corpus") }

  init() throws {
    scratch = try ScratchFolder()
    try ShortCorpus.write(into: scratch)
  }

  @Test("prints a row for each detector, and writes the files that are asked for")
  func scores() throws {
    let outcome = Program.run(
      "vad", "score", corpus, "--quiet-seconds", "1", "--detector", "energy,energy:-50", "--noise", "clean",
      "--csv",
      scratch.file("scores.csv"), "--svg", scratch.file("curves.svg"))
    #expect(outcome.exit == 0)
    #expect(outcome.output.contains("energy:-35") && outcome.output.contains("energy:-50"))
    #expect(String(decoding: try scratch.bytes(of: "scores.csv"), as: UTF8.self).contains("energy:-50"))
    #expect(String(decoding: try scratch.bytes(of: "curves.svg"), as: UTF8.self).contains("<svg"))
  }

  @Test("takes any program as a detector, and says so when it does not answer as it has to")
  func program() throws {
    let script = try scratch.write(
      Array("wc -c | awk '{ for (i = 0; i < int($1 / 320); i++) print 0.75 }'\n".utf8), to: "always.sh")
    let outcome = Program.run(
      "vad", "score", corpus, "--quiet-seconds", "1", "--detector", "energy", "--command",
      "always=sh \(script)", "--json")
    #expect(outcome.exit == 0)
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    let detectors = object?["detectors"] as? [[String: Any]]
    #expect(detectors?.map { $0["detector"] as? String } == ["energy:-35", "always"])
    #expect(detectors?.last?["recall"] as? Double == 1)
    let failing = Program.run(
      "vad", "score", corpus, "--quiet-seconds", "1", "--detector", "energy", "--command", "no=false")
    #expect(failing.exit != 0)
    #expect(failing.error.contains("The detector no (false) ended with 1"))
  }

  @Test("names the detectors that there are when one is unknown")
  func unknown() {
    let outcome = Program.run("vad", "score", corpus, "--detector", "ear")
    #expect(outcome.exit != 0)
    #expect(outcome.error.contains("There is no detector “ear”."))
  }
}
