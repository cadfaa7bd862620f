import Foundation
import TestSupport
import Testing

@testable import LabCLI

@Suite("The example of the documentation")
struct ExampleTests {
  @Test("comes out byte for byte as it was committed")
  func isReproduced() throws {
    let scratch = try ScratchFolder()
    let example = Repository.file("Documentation/example").path
    let plan = try String(contentsOf: Repository.file("Documentation/example/plan.yaml"), encoding: .utf8)
      .replacing("Corpora/smoke", with: Repository.file("Corpora/smoke").path)
    let path = try scratch.write(Array(plan.utf8), to: "plan.yaml")
    #expect(Program.run("run", path, "--out", scratch.file("run")).exit == 0)
    #expect(Program.run("gate", example + "/gates.yaml", "--run", scratch.file("run")).exit == 2)
    #expect(
      try scratch.bytes(of: "run/turns.csv")
        == Array(Data(contentsOf: URL(fileURLWithPath: example + "/turns.csv"))))
    // The plan's path, and with it its hash and the run's id, is another one here; the verdict is not.
    let made = try gates(scratch.bytes(of: "run/gate.json"))
    #expect(made == (try gates(Array(Data(contentsOf: URL(fileURLWithPath: example + "/gate.json"))))))
  }

  private func gates(_ bytes: [UInt8]) throws -> NSArray? {
    let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    return object?["gates"] as? NSArray
  }
}
