import Foundation
import LabAnalysis
import LabRecord
import LabStatistics
import LabTimeline
import TestSupport

@testable import LabHistory

/// A run made up for tests, whose every latency is given.
struct SyntheticNight {
  var plan = "nightly"
  var planSHA = "aa"
  var mode = RunMode.live
  var seed: UInt64 = 1
  /// Nights count from 1; `nil` leaves out `environment.json`.
  var number: Int? = 1
  var cells = [SyntheticNight.cell()]
  var conversations = 4
  var turnsPerConversation = 2
  /// How many conversations were had; all when `nil`.
  var finished: Int?
  var shard: RecordHeader.Shard?
  /// Whether the loop was so late that the run is not valid.
  var isLate = false
  var processor = "Test CPU"
  var version = "1.0"
  /// Voice to voice in milliseconds, by cell, conversation and turn.
  var milliseconds: (Int, Int, Int) -> Double = { cell, conversation, turn in
    1000 + 100 * Double(cell) + 10 * Double(conversation) + Double(turn)
  }

  /// A night of a series: its turns are spread lognormally around a median of their own.
  static func noisy(_ number: Int, median: Double, deviation: Double, seed: UInt64 = 1) -> SyntheticNight {
    var random = SeededGenerator(seed: seed).derived(name: "night \(number)")
    let shift = random.lognormal(median: median, sigma: deviation)
    var night = SyntheticNight()
    night.number = number
    // A spread that has its median in the middle exactly, so that only the night differs.
    let spread = [0.8, 0.9, 0.95, 1.0, 1.0, 1.05, 1.1, 1.2]
    night.milliseconds = { _, conversation, turn in shift * spread[(conversation * 2 + turn) % spread.count] }
    return night
  }

  static func cell(llm: String = "openai/gpt-4.1", arm: Cell.Arm = .candidate) -> Cell {
    Cell(
      workload: "tutor", stt: "deepgram/nova-3", llm: llm, tts: "cartesia/sonic-2", vad: "spectral",
      network: "wired", device: "none", preset: "balanced", arm: arm)
  }

  /// The start of a night, one after the other from the first of January 2026.
  static func start(of number: Int) -> String {
    let days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var (month, day) = (0, number)
    while day > days[month] { (month, day) = (month + 1, day - days[month]) }
    return String(format: "2026-%02d-%02dT02:00:00Z", month + 1, day)
  }

  var environment: RunEnvironment {
    RunEnvironment(
      startedAt: number.map(Self.start), seconds: 60, version: version, host: "lab", system: "Test OS",
      processor: processor, processors: 4)
  }

  var instrument: InstrumentReading? {
    mode == .offline ? nil : InstrumentReading(loopLag: .init(p50: 0.1, p99: isLate ? 9 : 0.5, max: 12))
  }

  var lines: [RecordLine] {
    let all = cells.count * conversations
    let header = RecordHeader(
      plan: RecordHeader.PlanIdentity(name: plan, sha256: planSHA), mode: mode, seed: seed, cells: cells,
      conversations: all, shard: shard)
    let had = (0..<all).filter { shard?.contains($0, inPairs: false) ?? true }.prefix(finished ?? all)
    return [.header(header)] + had.flatMap(conversation)
  }

  private func conversation(_ position: Int) -> [RecordLine] {
    let identity = ConversationIdentity(
      position: position, cell: position % cells.count, name: "lesson", iteration: position / cells.count,
      isWarmup: false)
    let turns = (0..<turnsPerConversation).map { turn in
      var trace = TurnTrace()
      let value = milliseconds(identity.cell, identity.iteration, turn)
      trace.record(.userSpeechEnded, at: LabInstant(nanoseconds: 1_000_000_000))
      trace.record(.llmRequested, at: LabInstant(nanoseconds: 1_100_000_000))
      trace.record(.llmFirstToken, at: LabInstant(nanoseconds: 1_100_000_000 + Int64(value * 5e5)))
      trace.record(.firstAudibleSample, at: LabInstant(nanoseconds: 1_000_000_000 + Int64(value * 1e6)))
      return RecordLine.turn(
        TurnRecord(
          conversation: identity, turn: turn, outcome: .completed, events: trace, counts: TurnCounts(),
          usage: Usage()))
    }
    let end = ConversationRecord(
      conversation: identity, turns: turnsPerConversation, nanoseconds: 20_000_000_000, failure: nil,
      counts: TurnCounts(), usage: Usage())
    return turns + [.conversation(end)]
  }

  /// The run as it is added, without a folder on the disk.
  func recorded(folder: String = "/runs/night") throws -> RecordedRun {
    guard case .header(let header) = lines[0] else { throw CocoaError(.fileReadCorruptFile) }
    var builder = RunReportBuilder(header: header)
    for line in lines.dropFirst() { try builder.add(line) }
    let analysis = builder.finish(
      instrument: instrument, environment: number == nil ? nil : environment, intervals: false)
    return RecordedRun(
      folder: folder, analysis: analysis, environment: number == nil ? RunEnvironment() : environment)
  }

  /// Writes the run folder and returns its path.
  @discardableResult
  func write(to folder: String, in scratch: ScratchFolder) throws -> String {
    try scratch.write(try lines.flatMap(RecordEncoding.line), to: folder + "/record.jsonl")
    if number != nil {
      let file = EnvironmentFile(environment: environment, instrument: instrument)
      try scratch.write(try JSONDocument.bytes(file), to: folder + "/environment.json")
    }
    return scratch.file(folder)
  }
}
