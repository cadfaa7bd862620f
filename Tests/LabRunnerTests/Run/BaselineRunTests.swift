import LabAnalysis
import LabEmulation
import LabPlan
import LabProviders
import LabTimeline
import TestSupport
import Testing

@testable import LabRecord
@testable import LabRunner

@Suite("A run with a baseline")
struct BaselineRunTests {
  /// What a conversation left behind but for where it stands in the run.
  private struct Story: Hashable {
    let events: [TurnTrace]
    let usage: [Usage]
    let nanoseconds: Int64
  }

  /// The conversations of a record by cell, in the order of the items.
  private static func stories(_ path: String) throws -> [[Story]] {
    var stream = try ConversationStream(path: path)
    var stories = stream.header.cells.map { _ in [(iteration: Int, story: Story)]() }
    while let conversation = try stream.next() {
      guard case .conversation(let end)? = conversation.lines.last else { continue }
      let turns = conversation.lines.compactMap { if case .turn(let turn) = $0 { turn } else { nil } }
      stories[end.conversation.cell].append(
        (
          end.conversation.iteration,
          Story(events: turns.map(\.events), usage: turns.map(\.usage), nanoseconds: end.nanoseconds)
        ))
    }
    return stories.map { $0.sorted { $0.iteration < $1.iteration }.map(\.story) }
  }

  private func stories(_ baseline: String?) throws -> [[Story]] {
    let run = try ShortRun(repeats: 2, adding: baseline.map { "baseline: " + $0 } ?? "")
    try run.record("record.jsonl")
    return try Self.stories(run.scratch.file("record.jsonl"))
  }

  @Test("of the same on both arms with common draws gives pairs that are equal to the nanosecond")
  func commonDraws() throws {
    let stories = try stories("{}")
    #expect(stories.map(\.count) == [2, 2, 2, 2])
    #expect(stories[0] == stories[1])
    #expect(stories[2] == stories[3])
    #expect(stories[0] != stories[2])
    #expect(stories[0][0] != stories[0][1])
  }

  @Test("of the same on both arms with independent draws gives pairs that all differ")
  func independentDraws() throws {
    let stories = try stories("{draws: independent}")
    for (candidate, baseline) in zip(stories[0] + stories[2], stories[1] + stories[3]) {
      #expect(candidate != baseline)
    }
    #expect([stories[0], stories[2]] == (try self.stories(nil)), "the candidate's own draws stay")
  }

  @Test("moves only the arm whose services were changed")
  func changedEmulation() throws {
    let alone = try stories(nil)
    let changed = try stories("{emulation: {openai/gpt-4o-mini: {first_token: {fixed: {ms: 2000}}}}}")
    #expect([changed[0], changed[2]] == alone)
    for (candidate, baseline) in zip(changed[0], changed[1]) { #expect(candidate != baseline) }
  }

  @Test("puts another service, setting or network on the baseline alone")
  func changedCells() throws {
    let alone = try stories(nil)
    let replaced = try stories("{stt: deepgram/nova-2}")
    #expect([replaced[0], replaced[2]] == alone)
    #expect(replaced[1] == alone[1], "the baseline of the first cell is what the second cell is")
    #expect(replaced[3] == alone[1])
    for change in ["{settings: {silenceThresholdMs: 900}}", "{network: mobile}", "{vad: energy}"] {
      let changed = try stories(change)
      #expect([changed[0], changed[2]] == alone, "\(change)")
      #expect(changed[1] != alone[0] && changed[3] != alone[1], "\(change)")
    }
  }

  @Test("can give the arms sample rates of their own")
  func changedSampleRate() throws {
    let changed = try stories("{settings: {sampleRate: 24000}}")
    let words = changed.map { $0.flatMap(\.usage).map(\.llmInputTokens) }
    #expect(words[0] == words[1], "both arms understand what is said")
  }

  @Test("has the plans of both arms in its header, and the pairs")
  func header() throws {
    let run = try ShortRun(repeats: 1, adding: "baseline: {}")
    let header = try run.runner().header
    #expect(header.baseline == nil)
    #expect(header.pairs == [ArmPair(candidate: 0, baseline: 1), ArmPair(candidate: 2, baseline: 3)])
    #expect(header.conversations == 4)
    let other = try PlanReader.read(run.scratch.file("plan.yaml"), baseline: run.scratch.file("plan.yaml"))
    let named = try PlanRunner(RunRequest(plan: other, mode: .offline)).header
    #expect(named.baseline == named.plan)
    let alone = try ShortRun(repeats: 1).runner().header
    #expect(alone.pairs == nil && alone.baseline == nil)
  }

  @Test("whose baseline names an unknown provider is refused")
  func unknownProvider() throws {
    var plan = try ShortRun(repeats: 1, adding: "baseline: {}").plan
    plan.baseline?.matrix.llm = ["other/model"]
    let error = try #require(throws: RunError.self) { try PlanRunner(RunRequest(plan: plan, mode: .offline)) }
    #expect(error.problems.contains { $0.hasPrefix("in the baseline: “other/model” is not a ") })
  }

  @Test("in shards, joined again, has the bytes of the whole, record and reports", arguments: [2, 3])
  func shards(count: Int) throws {
    let run = try ShortRun(repeats: 3, adding: "warmup: 1\nbaseline: {draws: independent}")
    let whole = try run.record("whole.jsonl")
    var names: [String] = []
    for index in 1...count {
      let name = "\(index).jsonl"
      try run.record(name, shard: .init(index: index, count: count))
      names.append(name)
      let analysis = try RunAnalysis.read(
        records: [run.scratch.file(name)], instrument: nil, environment: nil)
      #expect(analysis.report.run.isComplete)
      let positions = Set(analysis.turns.map(\.conversation.position))
      #expect(positions.allSatisfy { positions.contains($0 ^ 1) })
    }
    try RecordMerge.merge(names.reversed().map(run.scratch.file), into: run.scratch.file("merged.jsonl"))
    #expect(try run.scratch.bytes(of: "merged.jsonl") == whole)
    #expect(try run.reports(of: "merged.jsonl") == run.reports(of: "whole.jsonl"))
  }

  @Test("tells arms apart by their keys, and gives any other key the candidate")
  func keys() throws {
    let run = try ShortRun(
      repeats: 1, adding: "baseline: {emulation: {openai/gpt-4o-mini: {first_token: {fixed: {ms: 2000}}}}}")
    let arms = try run.runner().emulatedArms()
    func wait(_ key: String) throws -> Duration {
      let request = ConnectionRequest(
        transport: .http(method: "POST"), endpoint: Endpoint(isSecure: false, host: "127.0.0.1", port: 1),
        target: "/v1/chat/completions",
        headers: [
          HeaderField("Authorization", "Bearer " + key), HeaderField("X-Client-Request-Id", "radius.0-1"),
        ],
        body: Array(
          #"{"model":"gpt-4o-mini","stream":true,"messages":[{"role":"user","content":"Hi"}]}"#.utf8))
      var exchange = arms.exchange(for: request)
      var actions: [ServerAction] = []
      exchange.handle(.opened, at: .origin, into: &actions)
      guard case .setTimer(_, let delay)? = actions.first else {
        throw MissingInTest(what: "a reply to wait for")
      }
      return delay
    }
    let candidate = try wait("emulated")
    #expect(try wait("emulated-baseline") == .seconds(2))
    #expect(candidate != .seconds(2))
    #expect(try wait("sk-anything") == candidate)
  }
}
