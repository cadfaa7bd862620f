public import LabCost
public import LabRecord
import LabStatistics
import LabTimeline

/// Folds the lines of a record, or of the shards of one, into a report.
///
/// Only conversations with a closing line count; warm-ups never do. The order of the lines does not matter,
/// but for that of one conversation's turns: shards added in any order give the report of the whole run.
public struct RunReportBuilder {
  private let header: RecordHeader
  private var headers = 1
  private var ordinal = 0
  /// Turns of conversations that are not closed yet, by position.
  private var open: [Int: [MeasuredTurn]] = [:]
  private var closed: [Int: Conversation] = [:]
  private var discarded: [MeasuredTurn] = []
  private var devices: DeviceAnalysis

  struct Conversation {
    var record: ConversationRecord
    var turns: [MeasuredTurn]
  }

  public init(header: RecordHeader) {
    self.header = header
    devices = DeviceAnalysis(header: header)
  }

  /// Adds a line.
  ///
  /// - Throws: `RecordError` when a header is of another run and when a line names a cell that is unknown.
  public mutating func add(_ line: RecordLine) throws {
    switch line {
    case .header(let other):
      try join(other)
    case .turn(let turn):
      try check(turn.conversation)
      add(MeasuredTurn(turn, ordinal: ordinal, inVirtualTime: header.mode == .offline))
    case .conversation(let conversation):
      try check(conversation.conversation)
      close(conversation)
    case .footer: break
    }
    devices.add(line)
    ordinal += 1
  }

  /// The report, and the turns behind it.
  ///
  /// Whatever is given as reading and environment, the report of an offline run holds none of it.
  ///
  /// - Parameters:
  ///   - prices: What the cost is computed by; without them all of it is unpriced.
  ///   - intervals: Whether quantiles get their intervals, which take longer than all the rest.
  public func finish(
    instrument: InstrumentReading?, environment: RunEnvironment?, prices: PriceBook? = nil,
    intervals: Bool = true
  ) -> RunAnalysis {
    let cutOff = open.values.joined().map { Self.discarding($0, as: DiscardReason.incomplete) }
    let conversations = closed.values.sorted {
      $0.record.conversation.position < $1.record.conversation.position
    }
    let warmups = conversations.filter(\.record.conversation.isWarmup).flatMap(\.turns)
      .map { Self.discarding($0, as: DiscardReason.warmup) }
    let measured = conversations.filter { !$0.record.conversation.isWarmup }
    let leftOut = discarded + cutOff + warmups
    let cells = header.cells.enumerated().map { index, cell in
      CellReport(
        cell: cell,
        conversations: measured.filter { $0.record.conversation.cell == index },
        discarded: leftOut.filter { $0.conversation.cell == index },
        prices: prices,
        generator: intervals ? SeededGenerator(seed: header.seed).derived(name: cell.name) : nil)
    }
    var run = run(instrument: instrument, environment: environment)
    run.prices = prices.map { RunReport.Prices(asOf: $0.asOf) }
    var report = RunReport(run: run, cells: cells, pairs: header.pairs)
    let frontiers = FrontierReport.all(
      cells: header.cells, conversations: measured.map(\.record),
      generator: intervals ? SeededGenerator(seed: header.seed) : nil)
    if !frontiers.isEmpty { report.frontiers = frontiers }
    let choices = ChoiceEffect.all(
      cells: cells, turns: measured.flatMap(\.turns),
      generator: intervals ? SeededGenerator(seed: header.seed).derived(name: "choices") : nil)
    if !choices.isEmpty { report.choices = choices }
    var analysis = RunAnalysis(
      report: report,
      turns: measured.flatMap(\.turns) + leftOut,
      sessions: cells.indices.map { index in
        measured.filter { $0.record.conversation.cell == index }.map(ObservedSession.init)
      }, prices: prices, devices: devices.finish())
    analysis.addWarnings(instrument: instrument)
    return analysis
  }

  private func run(instrument: InstrumentReading?, environment: RunEnvironment?) -> RunReport.Run {
    let isOffline = header.mode == .offline
    let environment = isOffline ? RunEnvironment() : environment ?? RunEnvironment()
    var header = header
    if headers > 1 { header.shard = nil }
    let expected = (0..<header.conversations).count { header.covers($0) }
    let plans = [header.plan.sha256, header.baseline?.sha256].compactMap(\.self).joined(separator: "|")
    return RunReport.Run(
      id: StableHash("\(plans)|\(header.mode.rawValue)|\(header.seed)").hex,
      mode: header.mode, seed: header.seed, startedAt: environment.startedAt, plan: header.plan,
      baseline: header.baseline, shard: header.shard, selection: header.selection,
      isComplete: closed.count == expected,
      plannedConversations: header.conversations,
      environment: environment, instrument: Instrument(mode: header.mode, reading: instrument))
  }

  private mutating func join(_ other: RecordHeader) throws {
    var comparable = other
    comparable.shard = header.shard
    // The same cells in other words are the same cells.
    comparable.selection = header.selection
    guard comparable == header else {
      throw RecordError(
        .notComparable, "The records are of different runs: plan, mode, seed or cells differ.",
        hint: "Merge only the shards of one plan with one seed, and 'compare' the others.")
    }
    headers += 1
  }

  private func check(_ conversation: ConversationIdentity) throws {
    guard header.cells.indices.contains(conversation.cell) else {
      throw RecordError(
        .line, "The record names cell \(conversation.cell), but its header has \(header.cells.count).",
        hint: "Run the plan again; the record was changed or is damaged.")
    }
  }

  /// A turn that does not follow the one before it begins a conversation that was measured again.
  private mutating func add(_ turn: MeasuredTurn) {
    let position = turn.conversation.position
    if let last = open[position]?.last, turn.turn <= last.turn {
      discard(at: position, as: DiscardReason.incomplete)
    }
    open[position, default: []].append(turn)
  }

  private mutating func close(_ record: ConversationRecord) {
    let position = record.conversation.position
    guard closed[position] == nil else { return discard(at: position, as: DiscardReason.duplicate) }
    closed[position] = Conversation(record: record, turns: open.removeValue(forKey: position) ?? [])
  }

  private mutating func discard(at position: Int, as reason: String) {
    let turns = open.removeValue(forKey: position) ?? []
    discarded += turns.map { Self.discarding($0, as: reason) }
  }

  private static func discarding(_ turn: MeasuredTurn, as reason: String) -> MeasuredTurn {
    var turn = turn
    turn.discarded = reason
    return turn
  }
}
