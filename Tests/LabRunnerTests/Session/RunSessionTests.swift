import Foundation
import LabPlan
import LabRecord
import TestSupport
import Testing

@testable import LabRunner

@Suite("A run session")
struct RunSessionTests {
  private let run: ShortRun
  private let folder: RunFolder

  init() throws {
    run = try ShortRun(repeats: 1)
    folder = RunFolder(path: run.scratch.file("deep/down/run"))
  }

  private func setup(
    _ citation: @escaping @Sendable (RunEnvironment) throws -> InstrumentCalibration = { _ in
      InstrumentCalibration(state: .none)
    }
  ) -> RunSetup {
    RunSetup(folder: folder, planText: Array("the plan".utf8), citation: citation)
  }

  private var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  @Test("leaves the plan, the record and the environment in its folder")
  func writesFolder() throws {
    let session = try RunSession.begin(try run.runner(), setup: setup())
    var conversations = 0
    let outcome = try session.measure { if case .conversationEnded = $0 { conversations += 1 } }
    #expect(outcome == RunSession.Outcome(isCancelled: false))
    #expect(conversations == 2)
    #expect(try files == ["environment.json", "plan.yaml", "record.jsonl"])
    #expect(try run.scratch.bytes(of: "deep/down/run/plan.yaml") == Array("the plan".utf8))
    #expect(try folder.readEnvironment()?.environment.seconds ?? 0 > 0)
    #expect(try run.scratch.bytes(of: "deep/down/run/record.jsonl") == (try run.record("plain.jsonl")))
  }

  @Test("keeps what was measured when it is cancelled, and resumes to the same record")
  func resumes() throws {
    let runner = try run.runner()
    let outcome = try RunSession.begin(runner, setup: setup()).measure {
      if case .conversationEnded = $0 { runner.cancel() }
    }
    #expect(outcome.isCancelled)
    _ = try RunSession.resume(try run.runner(), setup: setup()).measure { _ in }
    #expect(try run.scratch.bytes(of: "deep/down/run/record.jsonl") == (try run.record("plain.jsonl")))
  }

  @Test("begins in no folder that holds anything, and says what the caller has to say about it")
  func refusesFullFolder() throws {
    try run.scratch.write([1], to: "deep/down/run/other")
    var setup = setup()
    setup.folderHint = "Elsewhere, please."
    #expect(
      throws: RunError(.folder, "The folder “\(folder.path)” is not empty.", hint: "Elsewhere, please.")
    ) {
      try RunSession.begin(try run.runner(), setup: setup)
    }
    #expect(try files == ["other"])
  }

  @Test("says why a folder cannot be made")
  func refusesFile() throws {
    try run.scratch.write([1], to: "deep")
    let error = #expect(throws: RunError.self) {
      try RunSession.begin(try run.runner(), setup: setup())
    }
    #expect(error?.message == "The folder “\(folder.path)” cannot be made: Not a directory.")
  }

  @Test("cites a certificate in real time alone, before it makes the folder")
  func cites() throws {
    struct NoCertificate: Error {}
    #expect(throws: NoCertificate.self) {
      try RunSession.begin(try run.runner(mode: .loopback), setup: setup { _ in throw NoCertificate() })
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path))
    _ = try RunSession.begin(try run.runner(), setup: setup { _ in throw NoCertificate() })
  }

  @Test("checks the plan’s price book before it makes the folder, and keeps it with the run")
  func keepsPrices() throws {
    var plan = run.plan
    plan.prices = run.scratch.file("none.yaml")
    func begin() throws -> RunSession {
      try .begin(try PlanRunner(RunRequest(plan: plan, mode: .offline)), setup: setup())
    }
    #expect(throws: (any Error).self) { try begin() }
    #expect(!FileManager.default.fileExists(atPath: folder.path))
    plan.prices = Repository.file("Sources/LabCost/Book/prices.yaml").path
    _ = try begin()
    #expect(try files == ["plan.yaml", "prices.yaml", "record.jsonl"])
  }
}
