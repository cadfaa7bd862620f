public import LabCost
public import LabRecord
import LabTimeline

/// A report and the turns it was made from.
public struct RunAnalysis: Sendable {
  public var report: RunReport
  /// Every recorded turn, discarded ones too, in the order of work.
  public var turns: [MeasuredTurn]
  /// For each cell the whole record of the turn that is nearest to the cell's median latency, once it was
  /// looked up; `nil` for a cell without one.
  public var typicalTurns: [TurnRecord?]

  /// For each cell the conversations that count, as projections of their cost look at them.
  public let sessions: [[ObservedSession]]
  /// What the cost was computed by; `nil` when nothing was priced.
  public let prices: PriceBook?
  /// What the callers' devices went through, by cell; empty when no cell has a device.
  public let devices: [DeviceAnalysis.CellDevice]

  init(
    report: RunReport, turns: [MeasuredTurn], sessions: [[ObservedSession]], prices: PriceBook?,
    devices: [DeviceAnalysis.CellDevice]
  ) {
    self.report = report
    self.devices = devices
    self.sessions = sessions
    self.prices = prices
    self.turns = turns.sorted {
      ($0.conversation.position, $0.turn, $0.ordinal) < ($1.conversation.position, $1.turn, $1.ordinal)
    }
    typicalTurns = report.cells.map { _ in nil }
  }

  /// Reads a record, or all shards of a run, twice: once to measure, once to fetch the typical turns' traces.
  ///
  /// - Parameters:
  ///   - prices: What the cost is computed by; without them all of it is unpriced.
  ///   - line: Called with every line as it is read, so that nobody has to read the record a second time.
  /// - Throws: `RecordError` when a file is not a record and when the files are of different runs.
  public static func read(
    records paths: [String], instrument: InstrumentReading?, environment: RunEnvironment?,
    prices: PriceBook? = nil, eachLine line: (RecordLine) throws -> Void = { _ in }
  ) throws -> RunAnalysis {
    guard let first = paths.first else {
      throw RecordError(.unreadable, "No record was named.", hint: "Name a run folder.")
    }
    var builder = RunReportBuilder(header: try RecordReader(path: first).header)
    try forEachLine(of: paths) {
      try builder.add($0)
      try line($0)
    }
    var analysis = builder.finish(instrument: instrument, environment: environment, prices: prices)
    try analysis.fetchTypicalTurns(from: paths)
    return analysis
  }

  /// The lines of all files; of the first file without its header, which the builder has already.
  private static func forEachLine(of paths: [String], _ body: (RecordLine) throws -> Void) throws {
    for (index, path) in paths.enumerated() {
      var reader = try RecordReader(path: path)
      if index > 0 { try body(.header(reader.header)) }
      while let line = try reader.next() { try body(line) }
    }
  }

  /// Decodes only the lines that are wanted; ordinals count as in `forEachLine`.
  private mutating func fetchTypicalTurns(from paths: [String]) throws {
    let wanted = typicalOrdinals()
    var ordinal = 0
    for (index, path) in paths.enumerated() {
      var reader = try RecordReader(path: path)
      if index > 0 { ordinal += 1 }
      while true {
        if let cell = wanted[ordinal] {
          guard case .turn(let turn) = try reader.next() else { break }
          typicalTurns[cell] = turn
        } else if try !reader.skip() {
          break
        }
        ordinal += 1
      }
    }
  }

  /// The lines of the typical turns, with their cells.
  private func typicalOrdinals() -> [Int: Int] {
    var best: [Int: (ordinal: Int, distance: Double)] = [:]
    for turn in turns where turn.discarded == nil {
      let cell = turn.conversation.cell
      let summary = report.cells[cell].summary(of: MetricCatalogue.voiceToVoice)
      guard let value = turn.voiceToVoice, let median = summary.p50 ?? summary.mean else { continue }
      let distance = abs(value.milliseconds - median)
      if distance < best[cell]?.distance ?? .infinity { best[cell] = (turn.ordinal, distance) }
    }
    return Dictionary(uniqueKeysWithValues: best.map { ($0.value.ordinal, $0.key) })
  }
}
