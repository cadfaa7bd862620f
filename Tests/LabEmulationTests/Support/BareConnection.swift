import LabEmulation
import LabProviders
import LabTimeline

/// A client that speaks to an emulated service message by message, as another program would.
struct BareConnection {
  private(set) var exchange: any EmulatedExchange
  private(set) var now = LabInstant.origin
  /// What the service sent as text, and when.
  private(set) var texts: [(at: LabInstant, text: String)] = []
  private(set) var closed: ServerAction?
  private(set) var answered: Int?
  private(set) var body = ""
  private var timers: [ServerTimer: LabInstant] = [:]

  init(
    _ target: String, providers: EmulatedProviders, headers: [HeaderField] = [],
    transport: ConnectionRequest.Transport = .webSocket
  ) {
    exchange = providers.exchange(
      for: ConnectionRequest(
        transport: transport, endpoint: .service("127.0.0.1"), target: target, headers: headers))
    handle(.opened)
    wait(milliseconds: 100)
  }

  mutating func say(_ text: String) { handle(.message(.text(text))) }

  /// Streams samples at 16 kHz in messages of so many milliseconds, each when its last sample was captured.
  mutating func stream(_ samples: [Int16], each milliseconds: Int = 50) {
    for start in stride(from: 0, to: samples.count, by: 16 * milliseconds) {
      let piece = Array(samples[start...].prefix(16 * milliseconds))
      wait(milliseconds: piece.count / 16)
      guard piece.count == 16 * milliseconds else { return }
      handle(.message(.binary(Recordings.bytes(piece))))
    }
  }

  mutating func wait(milliseconds: Int) {
    let end = now + .milliseconds(milliseconds)
    while let (timer, due) = timers.filter({ $0.value <= end }).min(by: {
      ($0.value, $0.key.number) < ($1.value, $1.key.number)
    }) {
      timers[timer] = nil
      now = due
      handle(.timer(timer))
    }
    now = end
  }

  /// The texts of the messages that hold a piece of JSON.
  func texts(with part: String) -> [String] { texts.map(\.text).filter { $0.contains(part) } }

  private mutating func handle(_ input: ServerInput) {
    var actions: [ServerAction] = []
    exchange.handle(input, at: now, into: &actions)
    for action in actions {
      switch action {
      case .send(.text(let text), _): texts.append((now, text))
      case .close: closed = action
      case .respond(let status, _): answered = status
      case .body(let bytes, _): body += String(decoding: bytes, as: UTF8.self)
      case .setTimer(let timer, let delay): timers[timer] = now + delay
      case .cancelTimer(let timer): timers[timer] = nil
      case .accept, .send, .endBody, .reset: break
      }
    }
  }
}
