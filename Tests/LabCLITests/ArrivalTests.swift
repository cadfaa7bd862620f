import LabAnalysis
import LabRecord
import LabTimeline
import TestConditions
import TestSupport
import Testing

@testable import LabCLI

@Suite("An open arrival in real time", .needs(.realTime))
struct ArrivalTests {
  /// A run of two conversations that are due 100 ms apart and last some seconds each, with services whose every
  /// latency is planted.
  private struct Run {
    let scratch: ScratchFolder
    let plan: String

    init(lines: String) throws {
      scratch = try ScratchFolder()
      try ShortCorpus.write(into: scratch)
      let text = """
        name: arrivals
        corpus: \(scratch.file("corpus"))
        workloads: [tutor]
        matrix: {stt: [deepgram/nova-3], llm: [openai/gpt-4o-mini], tts: [deepgram/aura-2]}
        repeats: 2
        seed: 10
        arrival: {open: {per_minute: 600, spacing: even}}
        \(lines)
        settings: {silenceThresholdMs: 300}
        emulation:
          deepgram/nova-3: {final: {fixed: {ms: 40}}}
          openai/gpt-4o-mini:
            first_token: {fixed: {ms: 100}}
            token_interval: {fixed: {ms: 1}}
            sentences: [1, 1]
          deepgram/aura-2: {first_audio: {fixed: {ms: 80}}, leading_silence: {fixed: {ms: 20}}}
        """
      plan = try scratch.write(Array(text.utf8), to: "plan.yaml")
    }

    /// Runs the plan and returns what the program said, and each conversation's end and only turn.
    func measure() throws -> (output: String, ends: [ConversationRecord], turns: [TurnRecord]) {
      let outcome = Program.run("run", plan, "--mode", "loopback", "--out", scratch.file("run"))
      expectMeasured(outcome)
      var reader = try RecordReader(path: scratch.file("run") + "/record.jsonl")
      var ends: [ConversationRecord] = []
      var turns: [TurnRecord] = []
      while let line = try reader.next() {
        if case .turn(let turn) = line { turns.append(turn) }
        if case .conversation(let end) = line { ends.append(end) }
      }
      return (
        outcome.output, ends.sorted { $0.conversation.position < $1.conversation.position },
        turns.sorted { $0.conversation.position < $1.conversation.position }
      )
    }

    func report() throws -> RunReport {
      try RunReport.read(from: try scratch.bytes(of: "run/report.json"), path: "report.json")
    }
  }

  private func measured(_ metric: LatencyMetric, _ turn: TurnRecord) throws -> Duration {
    try #require(metric.measure(turn.events).value)
  }

  @Test("with too few lines leaves the service latency as it is and shows the wait in the response latency")
  func overload() async throws {
    let run = try Run(lines: "concurrency: 1")
    let (output, ends, turns) = try await onOwnThread { try run.measure() }
    try #require(ends.count == 2 && turns.count == 2)
    let arrivals = try ends.map { try #require($0.arrival) }
    #expect(arrivals.map(\.intended) == [.origin, .origin + .milliseconds(100)])
    // The second could not begin before the first had ended.
    #expect(arrivals[1].started >= arrivals[0].started + .nanoseconds(ends[0].nanoseconds))
    #expect(arrivals[1].wait > .seconds(2))
    for (turn, arrival) in zip(turns, arrivals) {
      let (sent, heard, intended) = (
        try measured(MetricCatalogue.voiceToVoiceSent, turn),
        try measured(MetricCatalogue.voiceToVoice, turn),
        try measured(MetricCatalogue.voiceToVoiceIntended, turn)
      )
      #expect(intended == heard + arrival.wait)
      #expect(sent <= heard)
      // Planted: the least that the endpoint and the services take.
      #expect(sent > .milliseconds(300 + 100 + 80 + 20))
    }
    let service = try turns.map { try measured(MetricCatalogue.voiceToVoiceSent, $0) }
    let response = try turns.map { try measured(MetricCatalogue.voiceToVoiceIntended, $0) }
    // Generous, because the machine may be busy: the wait is several times as long.
    #expect(service[1] - service[0] < .seconds(1))
    #expect(response[1] - response[0] > .seconds(2))

    let wait = try #require(try run.report().cells[0].arrivalWait)
    #expect(wait.n == 2)
    #expect(wait.max == arrivals[1].wait.milliseconds)
    #expect(output.contains("Open arrival: every conversation was due at an instant of its own"))
  }

  @Test("with lines enough begins every conversation when it is due, under way or not the one before")
  func enoughLines() async throws {
    let run = try Run(lines: "")
    let (_, ends, turns) = try await onOwnThread { try run.measure() }
    try #require(ends.count == 2 && turns.count == 2)
    let arrivals = try ends.map { try #require($0.arrival) }
    #expect(arrivals.map(\.intended) == [.origin, .origin + .milliseconds(100)])
    #expect(arrivals[1].started < arrivals[0].started + .nanoseconds(ends[0].nanoseconds))
    for (turn, arrival) in zip(turns, arrivals) {
      #expect(arrival.wait >= .zero && arrival.wait < .seconds(1))
      #expect(
        try measured(MetricCatalogue.voiceToVoiceIntended, turn)
          == measured(MetricCatalogue.voiceToVoice, turn) + arrival.wait)
    }
  }

  @Test("is of no meaning in virtual time: nothing waits, and the report says why nothing is known of it")
  func offline() throws {
    let run = try Run(lines: "concurrency: 1")
    #expect(Program.run("run", run.plan, "--out", run.scratch.file("run")).exit == 0)
    let cell = try run.report().cells[0]
    #expect(cell.arrivalWait == nil)
    for key in ["turn.v2v_sent_ms", "turn.v2v_intended_ms"] {
      #expect(cell.metrics[key]?.missingReasons == ["virtual time is never late": 2])
    }
    let record = String(decoding: try run.scratch.bytes(of: "run/record.jsonl"), as: UTF8.self)
    #expect(!record.contains("arrival\"") && !record.contains("speechEndSent"))
  }
}
