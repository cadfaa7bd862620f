import Foundation
import LabAnalysis
import LabHistory
import LabRecord
import LabStatistics
import LabTimeline

/// A history of a hundred nights with 10,000 turns each: how long it takes to add one more, and to ask for a trend.
enum HistorySpeed {
  private static let nights = 100

  static func run(_ workshop: Workshop) throws -> [Figure] {
    let path = workshop.scratch("history.sqlite")
    let history = try History.open(path, creating: true)
    for number in 1...nights {
      try history.add(MadeUpNight(number: number).recorded(folder: workshop.scratch("night-\(number)")))
    }
    let turns = try history.runs().reduce(0) { $0 + $1.turns }
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    let added = try (1...3).map { index in
      let folder = workshop.scratch("added-\(index)")
      try MadeUpNight(number: nights + index).write(to: folder)
      return try workshop.run(workshop.turnlab, ["history", "add", folder, "--db", path]).wall
    }
    let asked = try (0..<20).map { _ in
      try workshop.run(workshop.turnlab, ["history", "trend", "--db", path]).wall * 1000
    }
    let queried = try (0..<20).map { _ in
      let began = wallNanoseconds()
      let trend = try history.trend()
      guard trend.series.contains(where: { $0.changes.count == 1 }) else {
        throw BenchFailure("the planted change was not found")
      }
      return Double(wallNanoseconds() - began) / 1e6
    }
    return [
      Figure(name: "history.turns", value: Double(turns), unit: "turns", goal: .atLeast(1_000_000)),
      Figure(
        name: "history.bytes_per_turn", value: Double(size) / Double(turns), unit: "B", goal: .atMost(1000)),
      Figure(
        name: "history.add_10000_turns.process.p50", value: percentile(added, 0.5), unit: "s",
        goal: .atMost(2), ratio: .atMost(120),
        to: try .copy(of: workshop.scratch("added-1") + "/record.jsonl", workshop)),
      Figure(
        name: "history.trend.process.p50", value: percentile(asked, 0.5), unit: "ms", goal: .atMost(100),
        ratio: .atMost(100), to: try .emptyProcess(workshop)),
      Figure(
        name: "history.trend.query.p50", value: percentile(queried, 0.5), unit: "ms", goal: .atMost(100),
        ratio: .atMost(50), to: try .emptyProcess(workshop)),
    ]
  }
}

/// A run of four cells with 10,000 turns of two dozen events each. In one cell the model is slower from night 61 on.
struct MadeUpNight {
  let number: Int
  private static let conversations = 2000
  private static let turns = 5

  private static let cells = ["openai/gpt-4.1", "openai/gpt-4o-mini"].flatMap { model in
    ["wired", "wifi"].map { network in
      Cell(
        workload: "tutor", stt: "deepgram/nova-3", llm: model, tts: "deepgram/aura-2", vad: "spectral",
        network: network, device: "none", preset: "balanced")
    }
  }

  private var header: RecordHeader {
    RecordHeader(
      plan: RecordHeader.PlanIdentity(name: "nightly", sha256: String(repeating: "ab", count: 32)),
      mode: .live,
      seed: 1, cells: Self.cells, conversations: Self.conversations)
  }

  private var environment: RunEnvironment {
    let (month, day) = ((number - 1) / 28 + 1, (number - 1) % 28 + 1)
    return RunEnvironment(
      startedAt: String(format: "2026-%02d-%02dT02:00:00Z", month, day), seconds: 3600, version: "0.1.0",
      host: "bench", system: "Linux", processor: "Processor", processors: 2)
  }

  func recorded(folder: String) throws -> RecordedRun {
    var builder = RunReportBuilder(header: header)
    try forEachLine { try builder.add($0) }
    return RecordedRun(
      folder: folder,
      analysis: builder.finish(
        instrument: InstrumentReading(), environment: environment, intervals: false),
      environment: environment)
  }

  func write(to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var bytes = try RecordEncoding.line(.header(header))
    try forEachLine { bytes += try RecordEncoding.line($0) }
    try Data(bytes).write(to: URL(fileURLWithPath: folder + "/record.jsonl"))
    let file = EnvironmentFile(environment: environment, instrument: InstrumentReading())
    try Data(try JSONDocument.bytes(file)).write(to: URL(fileURLWithPath: folder + "/environment.json"))
  }

  private func forEachLine(_ body: (RecordLine) throws -> Void) throws {
    var random = SeededGenerator(seed: 1).derived(name: "night \(number)")
    let shifts = Self.cells.map { _ in random.lognormal(median: 1, sigma: 0.02) }
    for position in 0..<Self.conversations {
      let cell = position % Self.cells.count
      let identity = ConversationIdentity(
        position: position, cell: cell, name: "lesson-\(position % 7)", iteration: position / 7,
        isWarmup: false)
      let slowness = shifts[cell] * (cell == 0 && number > 60 ? 1.15 : 1)
      for turn in 0..<Self.turns {
        try body(
          .turn(
            TurnRecord(
              conversation: identity, turn: turn, outcome: .completed,
              events: Self.trace(at: turn * 9, slowness: slowness, random: &random), counts: TurnCounts(),
              usage: Usage())))
      }
      try body(
        .conversation(
          ConversationRecord(
            conversation: identity, turns: Self.turns, nanoseconds: Int64(Self.turns) * 9_000_000_000,
            failure: nil,
            counts: TurnCounts(), usage: Usage())))
    }
    try body(.footer(RecordFooter(conversations: Self.conversations, turns: Self.conversations * Self.turns)))
  }

  private static let steps: [(median: Double, kinds: [TurnEvent.Kind])] = [
    (1, [.userSpeechStarted]), (60, [.speechDetected]), (380, [.sttPartial]), (1500, [.userSpeechEnded]),
    (12, [.speechEndLocated]), (96, [.speechEndDetected, .sttFinalizeSent]), (16, [.sttFinalizeReceived]),
    (40, [.endpointReached]), (45, [.sttFinalSent]), (16, [.sttFinal, .turnCommitted]), (2, [.llmRequested]),
    (16, [.llmRequestReceived]), (400, [.llmFirstTokenSent]), (16, [.llmFirstByte, .llmFirstToken]),
    (1, [.llmFirstAnswerToken]), (60, [.llmFirstSentence]), (1, [.ttsRequested]), (16, [.ttsRequestReceived]),
    (90, [.ttsFirstByteSent]), (16, [.ttsFirstByte]), (20, [.playoutStarted]),
    (35, [.ttsFirstAudible, .firstAudibleSample]), (2400, [.llmDone, .ttsDone]), (200, [.playoutFinished]),
  ]

  private static func trace(at seconds: Int, slowness: Double, random: inout SeededGenerator) -> TurnTrace {
    var trace = TurnTrace()
    var clock = LabInstant.origin + .seconds(seconds)
    for step in steps {
      let milliseconds = random.lognormal(median: step.median * slowness, sigma: 0.2)
      clock = clock + .nanoseconds(Int64(milliseconds * 1e6))
      for kind in step.kinds { trace.record(kind, at: clock) }
    }
    return trace
  }
}
