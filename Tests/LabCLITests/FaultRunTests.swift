import Foundation
import LabRecord
import LabTimeline
import TestConditions
import TestSupport
import Testing

@testable import LabCLI

@Suite("A run with services that go wrong")
struct FaultRunTests {
  /// Writes a plan of a few short turns that go wrong.
  private func plan(
    _ matrix: [String], _ faults: [String], loops: Int = 2, more: [String] = []
  ) throws -> ShortPlan {
    let plan = try ShortPlan()
    let text =
      [
        "name: faulty", "corpus: \(plan.scratch.file("corpus"))",
        "workloads: [{workload: tutor, loops: \(loops)}]", "matrix:",
      ] + matrix.map { "  " + $0 } + ["  tts: [deepgram/aura-2]", "concurrency: 8"]
      + ["emulation:", "  faults:"] + faults.map { "    - " + $0 } + more
    try plan.scratch.write(Array(text.joined(separator: "\n").utf8), to: "plan.yaml")
    return plan
  }

  /// The outcomes of each cell's turns.
  private func outcomes(of folder: String) throws -> [[TurnOutcome]] {
    var reader = try RecordReader(path: folder + "/record.jsonl")
    var outcomes: [Int: [TurnOutcome]] = [:]
    while let line = try reader.next() {
      if case .turn(let turn) = line { outcomes[turn.conversation.cell, default: []].append(turn.outcome) }
    }
    return outcomes.sorted { $0.key < $1.key }.map(\.value)
  }

  @Test("fails over real sockets as it does offline: models", .needs(.realTime))
  func models() async throws {
    let reply = "{sentences: [1, 1]}"
    let models = ["gpt-4o", "gpt-4.1", "gpt-4.1-mini", "gpt-5-mini", "gpt-5.1"].map { "openai/" + $0 }
    let plan = try plan(
      ["stt: [deepgram/nova-3]", "llm: [\(models.joined(separator: ", "))]"],
      [
        "{fault: refused, provider: openai/gpt-4o, turn: 0}",
        "{fault: tls_failure, provider: openai/gpt-4.1, turn: 0}",
        "{fault: slow_handshake, provider: openai/gpt-4.1-mini, turn: 0, by_ms: 300}",
        "{fault: half_close, provider: openai/gpt-5-mini, turn: 0}",
        "{fault: connection_lost, provider: openai/gpt-5.1, turn: 0}",
      ], more: models.map { "  \($0): \(reply)" })
    func failed(_ reason: String) -> [TurnOutcome] { [.failed(stage: .llm, reason: reason), .completed] }
    let expected = [
      failed("refused"), failed("tls"), [.completed, .completed], failed("truncated"), failed("reset"),
    ]
    #expect(Program.run("run", plan.path, "--out", plan.folder("offline")).exit == 0)
    #expect(try outcomes(of: plan.folder("offline")) == expected)
    let (path, folder) = (plan.path, plan.folder("loopback"))
    let run = try await onOwnThread { Program.run("run", path, "--mode", "loopback", "--out", folder) }
    expectMeasured(run)
    #expect(try outcomes(of: folder) == expected)
  }

  @Test("fails over real sockets as it does offline: a session on a WebSocket", .needs(.realTime))
  func session() async throws {
    let plan = try plan(
      ["stt: [deepgram/nova-3]", "llm: [openai/gpt-4o-mini]"],
      ["{fault: connection_lost, stage: tts, turn: 0}", "{fault: half_close, stage: tts, turn: 1}"],
      loops: 3, more: ["  openai/gpt-4o-mini: {sentences: [1, 1]}"])
    let lost = TurnOutcome.failed(stage: .tts, reason: "lost")
    #expect(Program.run("run", plan.path, "--out", plan.folder("offline")).exit == 0)
    #expect(try outcomes(of: plan.folder("offline")) == [[lost, lost, .completed]])
    let (path, folder) = (plan.path, plan.folder("loopback"))
    let run = try await onOwnThread { Program.run("run", path, "--mode", "loopback", "--out", folder) }
    expectMeasured(run)
    #expect(try outcomes(of: folder) == [[lost, lost, .completed]])
  }

  @Test("is the same to the byte each time, however many workers there are")
  func isRepeatable() throws {
    let plan = try plan(
      ["stt: [deepgram/nova-3]", "llm: [openai/gpt-4o-mini]"],
      ["{fault: server_error, probability: 0.3}", "{fault: silence, stage: stt, probability: 0.3}"],
      more: ["repeats: 6", "retries: {count: 1, first_ms: 100, jitter: 0.5}"])
    for name in ["one", "two"] {
      #expect(Program.run("run", plan.path, "--out", plan.folder(name)).exit == 0)
    }
    #expect(try plan.scratch.bytes(of: "one/record.jsonl") == plan.scratch.bytes(of: "two/record.jsonl"))
    let turns = try outcomes(of: plan.folder("one")).flatMap { $0 }
    #expect(Set(turns.map(\.name)) == ["completed", "failed"])
  }

  @Test("is what the example plan shows")
  func example() throws {
    let outcome = Program.run("run", Repository.file("Benchmarks/faults.yaml").path, "--dry-run")
    #expect(outcome.exit == 0, "\(outcome.error)")
  }

  @Test("is refused by turnlab emulate where nobody could know when it should happen")
  func emulateMistakes() {
    let outcome = Program.run("emulate", "--fault", "silence,turn=2", "--fault", "rate_limitd")
    #expect(outcome.exit == 78)
    #expect(outcome.error.contains("--fault silence,turn=2:1:"))
    #expect(outcome.error.contains("“turn” needs a run of the lab"))
    #expect(outcome.error.contains("did you mean “rate_limited”?"))
  }
}
