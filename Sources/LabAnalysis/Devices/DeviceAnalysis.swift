public import LabRecord
import LabStatistics
import LabTimeline

/// What heat did, cell by cell: how long devices were in each state, and what turns took in it.
public struct DeviceAnalysis {
  private let cells: [Cell]
  private var books: [Int: Book] = [:]

  /// What is known of a cell.
  private struct Book {
    var conversations = 0
    var reading = DeviceReading()
    var highest = -Double.infinity
    var mostEvents = 0
    /// Voice-to-voice latencies and the device's part of them in milliseconds, by the state in which the turn
    /// ended up.
    var latencies: [ThermalState: [Double]] = [:]
    var device: [ThermalState: [Double]] = [:]
  }

  /// One cell's devices.
  public struct CellDevice: Hashable, Sendable, Codable {
    /// The cell, an index into the record's list.
    public var cell: Int
    public var conversations: Int
    /// The hottest that a device got, °C.
    public var highest: Double
    /// Changes to a hotter state: of all conversations, and the maximum of one conversation.
    public var events: Int
    public var mostEvents: Int
    public var states: [StateShare]

    private enum CodingKeys: String, CodingKey {
      case cell, conversations, events, states
      case highest = "highest_c"
      case mostEvents = "most_events"
    }
  }

  /// A state of a cell's devices.
  public struct StateShare: Hashable, Sendable, Codable {
    public var state: ThermalState
    public var seconds: Double
    public var turns: Int
    /// Of the turns in it, in milliseconds; `nil` without any.
    public var voiceToVoice: Double?
    /// The mean of what the device computed on the way to the reply, in milliseconds.
    public var device: Double?

    private enum CodingKeys: String, CodingKey {
      case state, seconds, turns
      case voiceToVoice = "v2v_p50_ms"
      case device = "device_mean_ms"
    }
  }

  /// - Parameter header: Of the record.
  public init(header: RecordHeader) {
    cells = header.cells
  }

  /// Whether any cell of a run has a device.
  public static func concerns(_ header: RecordHeader) -> Bool {
    header.cells.contains { $0.device != Cell.none }
  }

  /// Takes a line of the record; warm-ups count nowhere.
  public mutating func add(_ line: RecordLine) {
    switch line {
    case .turn(let turn) where !turn.conversation.isWarmup: add(turn)
    case .conversation(let end) where !end.conversation.isWarmup: add(end)
    case .header, .footer, .turn, .conversation: break
    }
  }

  private mutating func add(_ turn: TurnRecord) {
    let cell = turn.conversation.cell
    guard cells.indices.contains(cell), cells[cell].device != Cell.none,
      let latency = MetricCatalogue.voiceToVoice.measure(turn.events).value
    else { return }
    let state = ThermalState.allCases.reversed().first { turn.events.last($0.event) != nil } ?? .nominal
    let device = (CriticalPath.explain(turn.events) ?? []).filter { $0.owner == .device }
      .reduce(0) { $0 + $1.duration.milliseconds }
    books[cell, default: Book()].latencies[state, default: []].append(latency.milliseconds)
    books[cell, default: Book()].device[state, default: []].append(device)
  }

  private mutating func add(_ end: ConversationRecord) {
    guard let reading = end.device else { return }
    let cell = end.conversation.cell
    var book = books[cell, default: Book()]
    book.conversations += 1
    for state in ThermalState.allCases { book.reading[state] += reading[state] }
    book.reading.events += reading.events
    book.mostEvents = max(book.mostEvents, reading.events)
    book.highest = max(book.highest, reading.highest)
    books[cell] = book
  }

  /// The cells with a device of which a conversation ended, in the order of the record.
  public func finish() -> [CellDevice] {
    books.keys.sorted().compactMap { cell in
      guard let book = books[cell], book.conversations > 0 else { return nil }
      func rounded(_ value: Double) -> Double { (value * 1e3).rounded() / 1e3 }
      return CellDevice(
        cell: cell, conversations: book.conversations, highest: book.highest, events: book.reading.events,
        mostEvents: book.mostEvents,
        states: ThermalState.allCases.map { state in
          let latencies = book.latencies[state] ?? []
          let device = book.device[state] ?? []
          return StateShare(
            state: state, seconds: rounded(book.reading[state]), turns: latencies.count,
            voiceToVoice: latencies.isEmpty ? nil : rounded(MiddleValue.of(latencies)),
            device: device.isEmpty ? nil : rounded(device.reduce(0, +) / Double(device.count)))
        })
    }
  }
}
