import LabAnalysis
import LabRecord
import LabStatistics
import LabTimeline

/// A run made up for tests. Its latencies are drawn by conversation, iteration and turn, not by cell, as emulated
/// ones are, and then changed as a test wants.
struct MadeRun {
  var name = "run"
  var mode = RunMode.offline
  var seed: UInt64 = 7
  var cells = [MadeRun.cell()]
  var pairs: [ArmPair]?
  var conversations = ["algebra", "biology", "chemistry", "drama"]
  var iterations = 3
  var warmup = 0
  var turns = 4
  /// Changes the latencies and the outcome of a turn.
  var change: (inout Turn) -> Void = { _ in }
  /// Which conversations were never closed.
  var isCutOff: (ConversationIdentity) -> Bool = { _ in false }

  /// A turn before its events are written, in nanoseconds.
  struct Turn {
    let conversation: ConversationIdentity
    let cell: Cell
    let number: Int
    var silence: Int64 = 700_000_000
    var transcript: Int64
    var firstToken: Int64
    var sentence: Int64
    var firstByte: Int64
    /// How long setting up a connection to the model took; nil when one was reused.
    var connection: Int64?
    var words = 5
    var outcome = TurnOutcome.completed
  }

  static func cell(
    workload: String = "tutor", stt: String = "deepgram/nova-3", llm: String = "openai/gpt-4o-mini",
    arm: Cell.Arm = .candidate
  ) -> Cell {
    Cell(
      workload: workload, stt: stt, llm: llm, tts: "deepgram/aura-2", vad: "spectral", network: "fibre",
      device: "laptop", preset: "balanced", arm: arm)
  }

  /// One cell on two arms.
  static var withArms: MadeRun {
    var run = MadeRun()
    run.cells = [cell(arm: .baseline), cell()]
    run.pairs = [ArmPair(candidate: 1, baseline: 0)]
    return run
  }

  var compared: ComparedRun {
    get throws {
      let header = RecordHeader(
        plan: .init(name: "nightly", sha256: String(repeating: "0", count: 64)), mode: mode, seed: seed,
        cells: cells, pairs: pairs, conversations: cells.count * conversations.count * (warmup + iterations))
      var builder = RunReportBuilder(header: header)
      for line in lines { try builder.add(line) }
      let reading = InstrumentReading(timerResolutionNanoseconds: 40)
      return ComparedRun(name: name, analysis: builder.finish(instrument: reading, environment: nil))
    }
  }

  var lines: [RecordLine] {
    var lines: [RecordLine] = []
    var position = 0
    for iteration in 0..<(warmup + iterations) {
      for conversation in conversations {
        for cell in cells.indices {
          let identity = ConversationIdentity(
            position: position, cell: cell, name: conversation, iteration: iteration,
            isWarmup: iteration < warmup)
          position += 1
          lines += (0..<turns).map { .turn(turn($0, of: identity)) }
          guard !isCutOff(identity) else { continue }
          lines.append(
            .conversation(
              ConversationRecord(
                conversation: identity, turns: turns, nanoseconds: 9_000_000_000 * Int64(turns), failure: nil,
                counts: TurnCounts(), usage: Usage())))
        }
      }
    }
    return lines
  }

  private func turn(_ number: Int, of conversation: ConversationIdentity) -> TurnRecord {
    var random = SeededGenerator(seed: seed)
      .derived(name: "\(conversation.name)/\(conversation.iteration)/\(number)")
    func about(_ milliseconds: Double) -> Int64 {
      Int64((random.lognormal(median: milliseconds, sigma: 0.3) * 1e6).rounded())
    }
    var turn = Turn(
      conversation: conversation, cell: cells[conversation.cell], number: number, transcript: about(60),
      firstToken: about(500), sentence: about(80), firstByte: about(300),
      connection: number == 0 ? about(70) : nil)
    change(&turn)
    var counts = TurnCounts()
    counts.words = turn.words
    return TurnRecord(
      conversation: conversation, turn: number, outcome: turn.outcome, events: Self.trace(of: turn),
      counts: counts, usage: Usage())
  }

  private static func trace(of turn: Turn) -> TurnTrace {
    var trace = TurnTrace()
    var clock = LabInstant.origin + .seconds(turn.number * 9)
    func after(_ nanoseconds: Int64, _ kinds: TurnEvent.Kind...) {
      clock = clock + .nanoseconds(nanoseconds)
      for kind in kinds { trace.record(kind, at: clock) }
    }
    after(0, .userSpeechStarted)
    after(2_000_000_000, .userSpeechEnded, .speechEndLocated)
    after(turn.silence, .endpointReached, .speechEndDetected, .sttFinalizeSent)
    if case .missed = turn.outcome { return trace }
    after(turn.transcript, .sttFinal, .turnCommitted)
    after(1_000_000, .llmRequested)
    if case .failed = turn.outcome { return trace }
    if let connection = turn.connection { after(connection, .llmConnected) }
    after(turn.firstToken, .llmFirstByte, .llmFirstToken, .llmFirstAnswerToken)
    after(turn.sentence, .llmFirstSentence)
    after(0, .ttsRequested)
    after(turn.firstByte, .ttsFirstByte)
    after(20_000_000, .playoutStarted, .ttsFirstAudible, .firstAudibleSample)
    after(2_000_000_000, .playoutFinished)
    return trace
  }
}
