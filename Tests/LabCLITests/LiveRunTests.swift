import Foundation
import LabAnalysis
import LabEmulation
import LabEmulatorServer
import LabProviders
import TestConditions
import TestSupport
import Testing

@testable import LabCLI

@Suite("A live run that cannot work")
struct LiveRunTests {
  private static let keys = ["DEEPGRAM_API_KEY": "dg-wrong", "OPENAI_API_KEY": "oa-wrong"]

  /// Speech to text fails first in a turn; nothing that comes after it is asked.
  private static let refusedSpeech = [
    FaultRule(.unauthorized, provider: "deepgram/nova-3"),
    FaultRule(.unauthorized, provider: "deepgram/nova-2"),
  ]

  /// Emulated providers behind a real socket, one of which refuses the key, and a plan that puts real ones there.
  private struct Services {
    let server: EmulatorServer
    let plan: String
    let scratch: ScratchFolder

    /// - Parameters:
    ///   - faults: What goes wrong with the services.
    ///   - repeats: How often the question is asked in each of two cells.
    init(faults: [FaultRule], repeats: Int = 10) throws {
      scratch = try ScratchFolder()
      try ShortCorpus.write(into: scratch)
      var profiles = EmulationProfiles.shipped
      profiles.faults = FaultPlan(faults)
      let providers = EmulatedProviders(
        seed: 1, profiles: profiles, transcripts: TranscriptIndex(utterances: []))
      server = EmulatorServer(settings: .init()) { providers.exchange(for: $0) }
      let address = "http://127.0.0.1:\(try server.start())/v1"
      let text = """
        name: refused
        corpus: \(scratch.file("corpus"))
        workloads: [tutor]
        matrix:
          stt: [deepgram/nova-3, deepgram/nova-2]
          llm: [openai/gpt-4o-mini]
          tts: [deepgram/aura-2]
          vad: [energy]
        repeats: \(repeats)
        concurrency: 4
        services:
          deepgram/nova-3: { base_url: "\(address)" }
          deepgram/nova-2: { base_url: "\(address)" }
          deepgram/aura-2: { base_url: "\(address)" }
          openai/gpt-4o-mini: { base_url: "\(address)" }
        """
      plan = try scratch.write(Array(text.utf8), to: "plan.yaml")
    }

    func run(_ options: String...) async throws -> Program.Outcome {
      let arguments = ["run", plan, "--mode", "live", "--out", scratch.file("run")] + options
      let outcome = try await onOwnThread { Program(variables: LiveRunTests.keys).run(arguments) }
      try server.stop()
      for key in LiveRunTests.keys.values { #expect(!(outcome.output + outcome.error).contains(key)) }
      return outcome
    }

    func report() throws -> RunReport {
      try RunReport.read(from: try scratch.bytes(of: "run/report.json"), path: "report.json")
    }
  }

  @Test("says so before anything is measured, and leaves nothing behind")
  func refusedKey() async throws {
    let services = try Services(faults: [.init(.unauthorized, provider: "openai/*")])
    let outcome = try await services.run()
    #expect(outcome.exit == 78)
    #expect(outcome.error.contains("openai/gpt-4o-mini: The key in OPENAI_API_KEY is refused."))
    #expect(outcome.error.contains("Put a valid key for this service into OPENAI_API_KEY."))
    #expect(!FileManager.default.fileExists(atPath: services.scratch.file("run")))
  }

  @Test("goes on without a service that other cells do not need, and says so", .needs(.realTime))
  func oneCellLess() async throws {
    let services = try Services(
      faults: [.init(.overloaded, provider: "deepgram/nova-2")], repeats: 1)
    let outcome = try await services.run()
    #expect(outcome.error.contains("deepgram/nova-2 failed."))
    #expect(outcome.error.contains("Its cells are measured all the same."))
    #expect(try services.report().cells.map(\.turns) == [1, 1])
  }

  @Test("stops when its first turns all fail alike, and keeps what it measured", .needs(.realTime))
  func stops() async throws {
    let services = try Services(faults: Self.refusedSpeech)
    let outcome = try await services.run("--no-check", "--fail-fast", "3")
    #expect(outcome.exit == 6)
    #expect(
      outcome.error.contains(
        "Stopped, because the first 3 turns all failed alike: unauthorized (deepgram/nova-"))
    let report = try services.report()
    var turns = 0
    for cell in report.cells { turns += cell.turns + cell.discarded.values.reduce(0, +) }
    #expect((3..<20).contains(turns))
    #expect(!report.run.isComplete)
  }

  @Test("ends with 6 when it is let go on and no turn is answered", .needs(.realTime))
  func unanswered() async throws {
    let services = try Services(faults: Self.refusedSpeech, repeats: 1)
    let outcome = try await services.run("--no-check", "--fail-fast", "0")
    #expect(outcome.exit == 6)
    #expect(outcome.error.contains("No turn was answered"))
    let report = try services.report()
    #expect(report.run.isComplete)
    #expect(report.cells.map(\.failed) == [1, 1])
  }
}
