import LabTransport

/// What a test saw, gathered through the same inbox that a live driver uses.
struct EventLog {
  private(set) var events: [TransportEvent] = []

  /// Waits until `enough` says so; gives up after 20 seconds with what has come.
  static func gather(
    from inbox: DriverInbox, until enough: ([TransportEvent]) -> Bool = { $0.contains(where: \.isLast) }
  ) -> EventLog {
    let deadline = MonotonicClock.now().advanced(by: .seconds(20))
    var log = EventLog()
    while !enough(log.events), MonotonicClock.now() < deadline {
      log.events += inbox.wait(until: deadline)
    }
    return log
  }

  /// The names of what happened, in order, with neighbouring body pieces as one.
  var outline: [String] {
    events.map(\.kind.name).reduce(into: []) { names, name in
      if name != "body" || names.last != "body" { names.append(name) }
    }
  }

  var bodyPieces: [String] {
    events.compactMap {
      if case .body(let bytes) = $0.kind { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
  }

  var body: String { bodyPieces.joined() }

  var texts: [String] {
    events.compactMap { if case .text(let text) = $0.kind { text } else { nil } }
  }

  var opened: (status: Int, headers: [HTTPHeader], timings: ConnectionTimings)? {
    events.lazy.compactMap {
      if case .opened(let status, let headers, let timings) = $0.kind {
        (status, headers, timings)
      } else {
        nil
      }
    }.first
  }

  var failure: TransportFailure? {
    events.lazy.compactMap { if case .failed(let failure) = $0.kind { failure } else { nil } }.first
  }

  var closed: (code: Int, reason: String)? {
    events.lazy.compactMap {
      if case .closed(let code, let reason) = $0.kind { (code, reason) } else { nil }
    }.first
  }
}

extension TransportEvent.Kind {
  var name: String {
    switch self {
    case .opened: "opened"
    case .body: "body"
    case .bodyEnded: "bodyEnded"
    case .text: "text"
    case .binary: "binary"
    case .sent: "sent"
    case .refused: "refused"
    case .closed: "closed"
    case .failed: "failed"
    }
  }
}
