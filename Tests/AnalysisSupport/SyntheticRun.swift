import LabRecord
import LabStatistics
import LabTimeline

/// A run made up for tests: conversations of plausible turns, the same for the same parameters.
struct SyntheticRun {
  var mode = RunMode.offline
  var seed: UInt64 = 7
  var planName = "nightly"
  var cells = [SyntheticRun.cell(llm: "openai/gpt-4.1"), SyntheticRun.cell(llm: "groq/llama-3.3-70b")]
  var conversationsPerCell = 6
  var turnsPerConversation = 4
  /// Whether a warm-up, a failure, a missed turn, an interruption and a conversation cut off are among them.
  var hasAccidents = true
  /// Whether every second cell is the baseline of the one before.
  var hasArms = false

  static func cell(
    workload: String = "tutor", stt: String = "deepgram/nova-3", llm: String = "openai/gpt-4.1",
    tts: String = "cartesia/sonic-2", network: String = "fibre"
  ) -> Cell {
    Cell(
      workload: workload, stt: stt, llm: llm, tts: tts, vad: "spectral", network: network,
      device: "laptop", preset: "balanced")
  }

  var header: RecordHeader {
    let plan = RecordHeader.PlanIdentity(
      name: planName, sha256: String(repeating: "0123456789abcdef", count: 4))
    var header = RecordHeader(
      plan: plan, mode: mode, seed: seed, cells: cells, conversations: cells.count * conversationsPerCell)
    guard hasArms else { return header }
    header.baseline = .init(name: "before", sha256: String(plan.sha256.reversed()))
    for index in cells.indices where index % 2 == 1 { header.cells[index].arm = .baseline }
    header.pairs = cells.indices.filter { $0 % 2 == 1 }.map { ArmPair(candidate: $0 - 1, baseline: $0) }
    return header
  }

  /// The whole record, header and footer included.
  var lines: [RecordLine] {
    let conversations = (0..<header.conversations).map { conversation($0) }
    let turns = conversations.joined().count { if case .turn = $0 { true } else { false } }
    let footer = RecordFooter(conversations: header.conversations, turns: turns)
    return [.header(header)] + conversations.joined() + (hasAccidents ? [] : [.footer(footer)])
  }

  /// The lines of one conversation; positions go round the cells, so that their work is interleaved.
  func conversation(_ position: Int) -> [RecordLine] {
    let identity = ConversationIdentity(
      position: position, cell: position % cells.count, name: "lesson-\(position / cells.count % 3 + 1)",
      iteration: position / cells.count / 3, isWarmup: hasAccidents && position < cells.count)
    var random = SeededGenerator(seed: seed).derived(name: "conversation \(position)")
    var clock = LabInstant.origin
    var lines: [RecordLine] = []
    for index in 0..<turnsPerConversation {
      let turn = turn(index, of: identity, at: clock, random: &random)
      clock = clock + .seconds(9)
      lines.append(.turn(turn))
    }
    let isCutOff = hasAccidents && position == header.conversations - 1
    guard !isCutOff else { return lines }
    var usage = Usage()
    usage.sttConnectionSeconds = 9 * Double(turnsPerConversation)
    let closing = ConversationRecord(
      conversation: identity, turns: turnsPerConversation, nanoseconds: (clock - .origin).nanoseconds,
      failure: nil, counts: TurnCounts(), usage: usage)
    return lines + [.conversation(closing)]
  }

  private func turn(
    _ index: Int, of conversation: ConversationIdentity, at start: LabInstant,
    random: inout SeededGenerator
  ) -> TurnRecord {
    let slowness = 1 + 0.45 * Double(conversation.cell % 7)
    var trace = SyntheticTurn.trace(
      startingAt: start, isCold: index == 0, slowness: slowness, random: &random)
    var outcome = TurnOutcome.completed
    var counts = TurnCounts()
    counts.words = 9
    counts.wordErrors = random.chance(0.2) ? 1 : 0
    counts.frames = 450
    if index == 0 { counts.connectionsOpened = 3 } else { counts.connectionsReused = 3 }
    switch hasAccidents ? conversation.position * turnsPerConversation + index : -1 {
    case 13:
      outcome = .failed(stage: .llm, reason: "overloaded")
      trace = trace.upTo(.llmRequested)
    case 18:
      outcome = .missed(reason: "nothing understood")
      trace = trace.upTo(.speechEndDetected)
      counts.missedTurns = 1
    case 22:
      outcome = .interrupted
      SyntheticTurn.interrupt(&trace)
      counts.interruptions = 1
      counts.interruptionsSucceeded = 1
    default: break
    }
    var usage = Usage()
    usage.sttSeconds = 2.25
    usage.ttsCharacters = 84
    usage.llmInputTokens = 900 + 40 * index
    usage.llmOutputTokens = 31
    usage.llmRequests = 1
    return TurnRecord(
      conversation: conversation, turn: index, outcome: outcome, events: trace, counts: counts,
      usage: usage)
  }
}
