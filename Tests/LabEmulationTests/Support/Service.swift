import LabEmulation
import LabProviders
import LabTimeline

/// One emulated exchange that a test talks to by itself, without a client session.
struct Service {
  private var exchange: any EmulatedExchange
  private var timers: [(at: LabInstant, timer: ServerTimer)] = []
  private(set) var now = LabInstant.origin
  /// Everything that it did, with the instants.
  private(set) var done: [(at: LabInstant, action: ServerAction)] = []

  init(_ request: ConnectionRequest, _ providers: EmulatedProviders = Services.providers()) {
    exchange = providers.exchange(for: request)
    handle(.opened)
  }

  /// A WebSocket at a target.
  static func webSocket(_ target: String, _ headers: [HeaderField]) -> Service {
    Service(
      ConnectionRequest(
        transport: .webSocket, endpoint: .service("localhost"), target: target, headers: headers))
  }

  /// One HTTP exchange, waited for to its end.
  static func post(_ target: String, _ headers: [HeaderField], _ body: String) -> Service {
    var service = Service(
      ConnectionRequest(
        transport: .http(method: "POST"), endpoint: .service("localhost"), target: target, headers: headers,
        body: Array(body.utf8)))
    service.wait(until: .ms(60_000))
    return service
  }

  /// Says something at an instant, after everything that is due until then.
  mutating func say(_ text: String, at instant: LabInstant) {
    wait(until: instant)
    handle(.message(.text(text)))
  }

  mutating func wait(until end: LabInstant) {
    while let next = timers.indices.min(by: { timers[$0].at < timers[$1].at }), timers[next].at <= end {
      let (at, timer) = timers.remove(at: next)
      now = at
      handle(.timer(timer))
    }
    now = end
  }

  /// The texts that it sent, with the instants.
  var texts: [(at: LabInstant, text: String)] {
    done.compactMap { if case .send(.text(let text), _) = $0.action { ($0.at, text) } else { nil } }
  }
  var status: Int? {
    done.compactMap { if case .respond(let status, _) = $0.action { status } else { nil } }.first
  }
  var headers: [HeaderField] {
    done.compactMap { if case .respond(_, let headers) = $0.action { headers } else { nil } }.first ?? []
  }
  var body: [UInt8] {
    done.flatMap { entry -> [UInt8] in if case .body(let bytes, _) = entry.action { bytes } else { [] } }
  }
  var bodyText: String { String(decoding: body, as: UTF8.self) }
  var closing: (at: LabInstant, code: Int, reason: String)? {
    for entry in done {
      if case .close(let code, let reason) = entry.action { return (entry.at, code, reason) }
    }
    return nil
  }

  private mutating func handle(_ input: ServerInput) {
    var actions: [ServerAction] = []
    exchange.handle(input, at: now, into: &actions)
    for action in actions {
      switch action {
      case .setTimer(let timer, let delay):
        timers.removeAll { $0.timer == timer }
        timers.append((now + delay, timer))
      case .cancelTimer(let timer): timers.removeAll { $0.timer == timer }
      default: done.append((now, action))
      }
    }
  }
}
