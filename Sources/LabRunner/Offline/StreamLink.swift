import LabEmulation
import LabProviders
import LabTimeline

/// What a connection over a leg carries, and who is to get it once its last byte has arrived.
struct StreamLink {
  var connection: LegConnection
  /// When the connection was ready; the answer that makes it a WebSocket is counted from there.
  private(set) var ready: LabInstant?
  private let isSecure: Bool
  private var up = Cargo<ServerInput>()
  private var down = Cargo<WireArrival>()
  /// Retransmissions that were told already.
  private var told: Int

  /// What came out at the ends.
  enum Outcome {
    case ready(ConnectionSetup)
    case toServer(ServerInput)
    case toClient(WireArrival)
  }

  init(_ connection: LegConnection, _ request: ConnectionRequest, at now: LabInstant) {
    self.connection = connection
    isSecure = request.endpoint.isSecure
    told = connection.retransmissions
    if connection.isReused { ready = now }
    write(.opened, bytes: WireSize.of(request), at: now)
  }

  mutating func send(_ message: WireMessage, at now: LabInstant) {
    write(.message(message), bytes: WireSize.of(message, isMasked: true), at: now)
  }

  mutating func close(at now: LabInstant) { write(.closed, bytes: WireSize.close, at: now) }

  private mutating func write(_ input: ServerInput, bytes: Int, at now: LabInstant) {
    let size = bytes + (isSecure ? WireSize.record : 0)
    up.add(input, bytes: size)
    connection.write(size, .up, at: now)
  }

  /// The service sends something.
  mutating func answer(_ arrival: WireArrival, at now: LabInstant) {
    let size = WireSize.of(arrival.event) + (isSecure ? WireSize.record : 0)
    down.add(arrival, bytes: size)
    connection.write(size, .down, at: now)
  }

  /// Takes what the connection tells, and says what is whole now.
  mutating func take(_ event: StreamConnection.Event, at now: LabInstant, into outcomes: inout [Outcome]) {
    switch event {
    case .ready(let setup):
      ready = now
      outcomes.append(.ready(setup))
    case .arrived(.up, let bytes):
      for input in up.arrived(bytes) { outcomes.append(.toServer(input)) }
    case .arrived(.down, let bytes):
      for arrival in down.arrived(bytes) { outcomes.append(.toClient(withUpgrade(arrival, at: now))) }
    }
  }

  /// How many segments were sent again since this was last asked.
  mutating func newRetransmissions() -> Int {
    defer { told = connection.retransmissions }
    return connection.retransmissions - told
  }

  private func withUpgrade(_ arrival: WireArrival, at now: LabInstant) -> WireArrival {
    guard case .opened(var head) = arrival.event, head.status == 101, let ready else { return arrival }
    head.setup.upgrade = now - ready
    return WireArrival(.opened(head), farSide: arrival.farSide)
  }
}

/// What was written in one direction, and how much of it has arrived.
private struct Cargo<Item> {
  private var items: [(end: Int, item: Item)] = []
  private var head = 0
  private var written = 0
  private var received = 0

  mutating func add(_ item: Item, bytes: Int) {
    written += max(1, bytes)
    items.append((written, item))
  }

  mutating func arrived(_ bytes: Int) -> [Item] {
    received += bytes
    var whole: [Item] = []
    while head < items.count, items[head].end <= received {
      whole.append(items[head].item)
      head += 1
    }
    if head > 64 {
      items.removeFirst(head)
      head = 0
    }
    return whole
  }
}

/// How many bytes things are on the wire.
enum WireSize {
  /// What TLS 1.3 adds to a record (RFC 8446, section 5.2): a head of 5, a type of 1 and a tag of 16 bytes.
  static let record = 22
  /// A close frame of a client with its code.
  static let close = 8

  static func of(_ request: ConnectionRequest) -> Int {
    request.target.utf8.count + headers(request.headers) + request.body.count + 80
  }

  /// A frame of RFC 6455, section 5.2.
  static func of(_ message: WireMessage, isMasked: Bool) -> Int {
    let count = message.byteCount
    return count + (count < 126 ? 2 : count < 65_536 ? 4 : 10) + (isMasked ? 4 : 0)
  }

  static func of(_ event: WireEvent) -> Int {
    switch event {
    case .opened(let head): 20 + headers(head.headers)
    case .message(let message): of(message, isMasked: false)
    // The length of a chunk in hexadecimal digits, and two line ends.
    case .body(let bytes): bytes.count + String(bytes.count, radix: 16).count + 4
    case .bodyEnded: 5
    case .closed: close
    case .failed: 1
    }
  }

  private static func headers(_ fields: [HeaderField]) -> Int {
    fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
  }
}
