import Foundation
import LabAnalysis
import LabRecord
import LabTimeline
import TestConditions
import TestSupport
import Testing

@testable import LabCLI

@Suite("A run in real time", .needs(.realTime))
struct LoopbackTests {
  /// What has to be the same in every mode: who did what, not when.
  private struct Story: Hashable {
    let cell: Int
    let outcome: TurnOutcome
    let events: Set<TurnEvent.Kind>
  }

  /// Facts of the service's side, which only virtual time knows, those that only real time knows (the parts of connecting
  /// among them: offline, without a network, their sum is one draw), and the finalise request, which is sent or not
  /// depending on which of two instants a few milliseconds apart comes first.
  private static let untold: Set<TurnEvent.Kind> = TurnEvent.Kind.ofRealTime.union([
    .sttFinalizeSent, .sttFinalizeReceived, .sttFinalSent, .llmRequestReceived, .llmFirstTokenSent,
    .ttsRequestReceived, .ttsFirstByteSent, .llmNameResolved, .llmConnectBegan, .llmTransportOpen,
  ])

  @Test("tells the story of the offline run, over real sockets")
  func tellsTheSameStory() async throws {
    // Both at once: in real time, a later conversation would find the connections of an earlier one open.
    let plan = try ShortPlan(repeats: 1, concurrency: 2)
    let (path, offline, loopback) = (plan.path, plan.folder("offline"), plan.folder("loopback"))
    #expect(Program.run("run", path, "--out", offline).exit == 0)
    let outcome = try await onOwnThread { Program.run("run", path, "--mode", "loopback", "--out", loopback) }
    expectMeasured(outcome)
    #expect(outcome.output.hasPrefix("short · loopback · seed 10 · run "))
    let told = try stories(of: loopback)
    #expect(told == (try stories(of: offline)))
    #expect(told.map(\.outcome) == [.completed, .completed])
    let environment = try EnvironmentFile.read(
      from: try plan.scratch.bytes(of: "loopback/environment.json"), path: "environment.json")
    let reading = try #require(environment.instrument)
    #expect(reading.pacerLateness != nil)
    #expect(reading.load?.conversations == 2)
    #expect(reading.clockStepMilliseconds != nil)
    #expect(try #require(reading.processorSeconds) > 0)
  }

  @Test("gives each arm the services and the draws that it has offline")
  func keepsArmsApart() async throws {
    let plan = try ShortPlan(repeats: 1, concurrency: 4)
    let text = """

      baseline:
        draws: independent
        emulation:
          openai/gpt-4o-mini: {first_token: {fixed: {ms: 1500}}}

      """
    let path = try plan.scratch.write(
      try plan.scratch.bytes(of: "plan.yaml") + Array(text.utf8), to: "ab.yaml")
    let (offline, loopback) = (plan.folder("offline"), plan.folder("loopback"))
    #expect(Program.run("run", path, "--out", offline).exit == 0)
    let outcome = try await onOwnThread { Program.run("run", path, "--mode", "loopback", "--out", loopback) }
    expectMeasured(outcome)
    let (expected, found) = (try replies(of: offline), try replies(of: loopback))
    #expect(found.map(\.words) == expected.map(\.words), "the draws decide what is replied")
    #expect(Set(expected.map(\.words)).count > 1)
    // A service never answers early; how late a busy machine answers says nothing about the arms.
    for cell in stride(from: 1, to: found.count, by: 2) { #expect(found[cell].wait >= 1500) }
  }

  /// What the model replied in each cell, and after how long.
  private func replies(of folder: String) throws -> [(words: [Int], wait: Double)] {
    let analysis = try RunAnalysis.read(
      records: [folder + "/record.jsonl"], instrument: nil, environment: nil)
    return analysis.report.cells.map { cell in
      (
        [cell.usage.llmOutputTokens, cell.usage.ttsCharacters],
        cell.metrics["llm.ttft_ms"]?.mean ?? 0
      )
    }
  }

  private func stories(of folder: String) throws -> [Story] {
    var reader = try RecordReader(path: folder + "/record.jsonl")
    var stories: [Story] = []
    while let line = try reader.next() {
      guard case .turn(let turn) = line else { continue }
      stories.append(
        Story(
          cell: turn.conversation.cell, outcome: turn.outcome,
          events: Set(turn.events.events.map(\.kind)).subtracting(Self.untold)))
    }
    return stories.sorted { $0.cell < $1.cell }
  }
}
