import Foundation
import LabReports
import LabTimeline
import TestSupport
import Testing

@testable import LabCLI

@Suite("A run in real time", .tags(.realTime))
struct LoopbackTests {
  /// What has to be the same in every mode: who did what, not when.
  private struct Story: Hashable {
    let cell: Int
    let outcome: TurnOutcome
    let events: Set<TurnEvent.Kind>
  }

  /// Facts of the service's side, which only virtual time knows, those that only real time knows, and the finalise
  /// request, which is sent or not depending on which of two instants a few milliseconds apart comes first.
  private static let untold: Set<TurnEvent.Kind> = TurnEvent.Kind.ofRealTime.union([
    .sttFinalizeSent, .sttFinalizeReceived, .sttFinalSent, .llmRequestReceived, .llmFirstTokenSent,
    .ttsRequestReceived, .ttsFirstByteSent,
  ])

  @Test("tells the story of the offline run, over real sockets")
  func tellsTheSameStory() async throws {
    // Both at once: in real time, a later conversation would find the connections of an earlier one open.
    let plan = try ShortPlan(repeats: 1, concurrency: 2)
    let (path, offline, loopback) = (plan.path, plan.folder("offline"), plan.folder("loopback"))
    #expect(Program.run("run", path, "--out", offline).exit == 0)
    let outcome = try await onOwnThread { Program.run("run", path, "--mode", "loopback", "--out", loopback) }
    #expect([0, 6].contains(outcome.exit), "6 is a machine too busy to trust: \(outcome.error)")
    #expect(outcome.output.hasPrefix("short · loopback · seed 10 · run "))
    let told = try stories(of: loopback)
    #expect(told == (try stories(of: offline)))
    #expect(told.map(\.outcome) == [.completed, .completed])
    let environment = try ReportJSON.environment(
      from: try plan.scratch.bytes(of: "loopback/environment.json"), path: "environment.json")
    let reading = try #require(environment.instrument)
    #expect(reading.pacerLateness != nil)
    #expect(reading.load?.conversations == 2)
    #expect(reading.clockStepMilliseconds != nil)
    #expect(try #require(reading.processorSeconds) > 0)
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
