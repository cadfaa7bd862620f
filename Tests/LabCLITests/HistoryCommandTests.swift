import Foundation
import LabAnalysis
import LabRecord
import LabTimeline
import TestSupport
import Testing

@testable import LabCLI

@Suite("turnlab history")
struct HistoryCommandTests {
  private let scratch: ScratchFolder
  private let database: String

  init() throws {
    scratch = try ScratchFolder()
    database = scratch.file("history.sqlite")
  }

  /// Runs `turnlab history …` on the scratch database.
  private func history(_ arguments: String...) -> Program.Outcome {
    Program(variables: ["TURNLAB_HISTORY": database]).run(["history"] + arguments)
  }

  private func night(_ number: Int, milliseconds: Int = 1000, finished: Bool = true) throws -> String {
    try RunFolderText(number: number, milliseconds: milliseconds, isFinished: finished).write(in: scratch)
  }

  @Test("adds runs of the program and shows them")
  func addsRealRuns() throws {
    let plan = try ShortPlan()
    #expect(Program.run("run", plan.path, "--out", plan.folder()).exit == 0)
    let added = history("add", plan.folder())
    #expect((added.exit, added.error) == (0, ""))
    let identity = added.output.prefix(16)
    #expect(added.output.contains("\(identity)  added: short · offline · "))
    #expect(added.output.hasSuffix("Z · 2 cells · 4 turns\n"))
    #expect(history("add", plan.folder()).output.hasPrefix("\(identity)  already there: short"))
    let list = history("list").output.split(separator: "\n")
    #expect(list.count == 2)
    #expect(list[0] == "RUN       STARTED               PLAN   MODE     CELLS  TURNS  NOTES")
    #expect(
      list[1].hasPrefix("\(identity.prefix(8))  20") && list[1].hasSuffix("Z  short  offline      2      4"))
    let show = history("show", plan.folder()).output
    #expect(show.contains("folder   \(plan.folder())\n"))
    #expect(show.contains("tutor · deepgram/nova-2 · openai/gpt-4o-mini"))
    let reported = Program.run("report", plan.folder(), "--json").output
    let report = try RunReport.read(from: Array(reported.utf8), path: "report.json")
    let median = try #require(report.cells[0].metrics["turn.v2v_ms"]?.p50)
    let json = history("show", String(identity.prefix(6)), "--json").output
    #expect(json.contains("\"p50\" : \(median),"))
  }

  @Test("draws the same trend twice, as text, as JSON and as a drawing")
  func drawsTrends() throws {
    for number in 1...3 {
      #expect(history("add", try night(number, milliseconds: 900 + 100 * number)).exit == 0)
    }
    let text = history("trend")
    #expect(text.exit == 0)
    #expect(
      text.output == """
        turn.v2v p50, ms

        plan nightly · live · Test OS · Test CPU × 4 · turnlab 1.0

        tutor · deepgram/nova-3 · openai/gpt-4.1 · cartesia/sonic-2 · spectral · wired · none · balanced
          2026-01-01T02:00:00Z  \(identity(1))  1000.0  │●                                       │
          2026-01-02T02:00:00Z  \(identity(2))  1100.0  │                    ●                   │
          2026-01-03T02:00:00Z  \(identity(3))  1200.0  │                                       ●│

        """)
    let json = history("trend", "--json", "--svg", scratch.file("trend.svg"))
    #expect(
      json.output.hasPrefix(
        "{\n  \"metric\" : \"turn.v2v_ms\",\n  \"schema\" : \"turnlab.history.trend/1\",\n"))
    #expect(json.output == history("trend", "--json").output)
    let drawing = String(decoding: try scratch.bytes(of: "trend.svg"), as: UTF8.self)
    #expect(drawing.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
    #expect(drawing.components(separatedBy: "<circle").count == 4)
    #expect(
      history("trend", "--select", "llm=groq/*").output == "turn.v2v p50, ms\n\nNo night has such a figure.\n"
    )
    #expect(history("trend", "--stat", "error_rate", "--plan", "nightly").output.contains("0.00 %"))
  }

  private func identity(_ number: Int) -> String {
    String(history("show", scratch.file("night-\(number)")).output.dropFirst("run      ".count).prefix(8))
  }

  @Test("warns in the trend of the night from which on a change holds")
  func warnsOfChanges() throws {
    let folders = try (1...40).map { number in
      try night(number, milliseconds: (number < 21 ? 1000 : 1100) + number * 7 % 11)
    }
    #expect(Program(variables: ["TURNLAB_HISTORY": database]).run(["history", "add"] + folders).exit == 0)
    #expect(history("pin", "start", folders[0], folders[1]).exit == 0)
    let warnings = history("trend").output.split(separator: "\n").filter { $0.hasPrefix("  ▲") }
    #expect(warnings.count == 2)
    #expect(
      warnings[0].hasPrefix(
        "  ▲ changed from the night of 2026-01-21T02:00:00Z (run \(identity(21))) on: +9.9 %, 1005.5 ms → 1105.0 ms"
      ))
    #expect(warnings[1].hasPrefix("  ▲ against the baseline “start”, the last 3 nights: +"))
  }

  @Test("pins, lists and unpins baselines, and forgets runs that nothing is pinned to")
  func pinsBaselines() throws {
    let folder = try night(1)
    #expect(history("add", folder).exit == 0)
    #expect(history("baselines").output == "No baseline is pinned.\n")
    let pinned = history("pin", "main", identity(1))
    #expect(pinned.exit == 0)
    #expect(
      pinned.output == """
        BASELINE  RUN       STARTED               PLAN     MODE  FOLDER
        main      \(identity(1))  2026-01-01T02:00:00Z  nightly  live  \(folder)

        """)
    #expect(history("baselines").output == pinned.output)
    #expect(history("baselines", "--json").output.contains("\"name\" : \"main\""))
    let refused = history("forget", folder)
    #expect(refused.exit == 78)
    #expect(refused.error.hasSuffix("Unpin it first: turnlab history unpin main\n"))
    #expect(history("unpin", "main").output == "main: unpinned\n")
    #expect(history("unpin", "main").exit == 5)
    #expect(history("forget", folder).output.contains("forgotten: nightly · live"))
    #expect(history("list").output == "No run.\n")
  }

  @Test("rebuilds what was added from the folders, and says what it left out")
  func rebuilds() throws {
    for number in 1...3 { #expect(history("add", try night(number)).exit == 0) }
    _ = try night(4, finished: false)
    let other = scratch.file("other.sqlite")
    let rebuilt = Program.run("history", "rebuild", scratch.path, "--db", other)
    #expect((rebuilt.exit, rebuilt.output) == (0, "\(other): 3 runs\n"))
    #expect(rebuilt.error == "Left out: The run in “\(scratch.file("night-4"))” is not finished.\n")
    #expect(
      Program.run("history", "list", "--json", "--db", other).output == history("list", "--json").output)
    #expect(Program.run("history", "trend", "--db", other).output == history("trend").output)
    try FileManager.default.createDirectory(atPath: scratch.file("none"), withIntermediateDirectories: true)
    #expect(history("rebuild", scratch.file("none")).exit == 5)
  }

  @Test("ends with 5 for what is not there, 78 for what cannot be taken, 1 for trouble with the disk")
  func endsWithExitCodes() throws {
    let none = history("list")
    #expect(none.exit == 5)
    #expect(none.error.hasPrefix("turnlab: There is no history at “\(database)”.\n"))
    let missing = history("add", scratch.file("nowhere"))
    #expect(missing.exit == 5)
    #expect(
      missing.error
        == "turnlab: The folder “\(scratch.file("nowhere"))” holds no record (record.jsonl).\nName a run folder.\n"
    )
    #expect(!FileManager.default.fileExists(atPath: database))
    let unfinished = try night(2, finished: false)
    let refused = history("add", unfinished)
    #expect(refused.exit == 78)
    #expect(
      refused.error.contains("is not finished.\nGo on with it (turnlab run PLAN --resume \(unfinished))"))
    #expect(history("add", unfinished, "--partial").output.contains("added"))
    #expect(history("list").output.hasSuffix("unfinished\n"))
    #expect(history("show", "abcdef").exit == 5)
    #expect(history("pin", "main", "abcdef").exit == 5)
    #expect(history("trend", "--metric", "turn.v3v").exit == 78)
    #expect(history("trend", "--stat", "p17").exit == 64)
    #expect(history("list", "--limit", "0").exit == 64)
    #expect(
      history("list", "--db", try scratch.write(Array(repeating: 65, count: 4096), to: "text")).exit == 78)
    try scratch.write([1], to: "file")
    #expect(history("add", try night(1), "--db", scratch.file("file/h.sqlite")).exit == 1)
    #expect(history("trend", "--svg", scratch.file("file/trend.svg")).exit == 1)
  }
}

/// The folder of a made-up run with one cell, three turns and every latency the same.
struct RunFolderText {
  var number: Int
  var milliseconds: Int
  var isFinished = true
  var turns = 3

  func write(in scratch: ScratchFolder) throws -> String {
    let cell = Cell(
      workload: "tutor", stt: "deepgram/nova-3", llm: "openai/gpt-4.1", tts: "cartesia/sonic-2",
      vad: "spectral",
      network: "wired", device: "none", preset: "balanced")
    let header = RecordHeader(
      plan: RecordHeader.PlanIdentity(name: "nightly", sha256: "aa"), mode: .live, seed: 1, cells: [cell],
      conversations: isFinished ? 1 : 2)
    let identity = ConversationIdentity(position: 0, cell: 0, name: "lesson", iteration: 0, isWarmup: false)
    var lines: [RecordLine] = [.header(header)]
    for turn in 0..<turns {
      var trace = TurnTrace()
      trace.record(.userSpeechEnded, at: LabInstant(nanoseconds: 1_000_000_000))
      trace.record(
        .firstAudibleSample, at: LabInstant(nanoseconds: 1_000_000_000 + Int64(milliseconds) * 1_000_000))
      lines.append(
        .turn(
          TurnRecord(
            conversation: identity, turn: turn, outcome: .completed, events: trace, counts: TurnCounts(),
            usage: Usage())))
    }
    lines.append(
      .conversation(
        ConversationRecord(
          conversation: identity, turns: turns, nanoseconds: 20_000_000_000, failure: nil,
          counts: TurnCounts(),
          usage: Usage())))
    let day = (number - 1) % 31 + 1
    let environment = RunEnvironment(
      startedAt: String(format: "2026-%02d-%02dT02:00:00Z", (number - 1) / 31 + 1, day), seconds: 60,
      version: "1.0", host: "lab", system: "Test OS", processor: "Test CPU", processors: 4)
    let file = EnvironmentFile(environment: environment, instrument: InstrumentReading())
    try scratch.write(try lines.flatMap(RecordEncoding.line), to: "night-\(number)/record.jsonl")
    try scratch.write(try JSONDocument.bytes(file), to: "night-\(number)/environment.json")
    return scratch.file("night-\(number)")
  }
}
