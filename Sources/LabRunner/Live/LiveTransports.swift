import LabEngines
import LabProviders
import LabTransport

/// The ways out of a live run: one thread for HTTP, one for WebSockets, and the engines on this machine.
struct LiveTransports: Sendable {
  /// What carries a connection.
  enum Carrier {
    case http, webSocket, engine

    init(_ transport: ConnectionRequest.Transport) {
      self =
        switch transport {
        case .http: .http
        case .webSocket: .webSocket
        case .engine: .engine
        }
    }
  }

  private let http: HTTPTransport
  private let webSocket: WebSocketTransport
  private let engines: EngineTransport

  init(settings: TransportSettings, sink: any TransportSink) throws {
    http = try HTTPTransport(settings: settings, sink: sink)
    webSocket = try WebSocketTransport(settings: settings, sink: sink)
    engines = EngineTransport(sink: sink)
  }

  func open(_ id: TransportID, _ request: ConnectionRequest) {
    let headers = request.headers.map { HTTPHeader($0.name, $0.value) }
    switch request.transport {
    case .webSocket: webSocket.open(id, WebSocketRequest(url: request.url, headers: headers))
    case .http(let method):
      http.start(
        id, HTTPRequest(method: method, url: request.url, headers: headers, body: request.body))
    case .engine(let specification):
      engines.open(
        id, specification, provider: request.target, opening: String(decoding: request.body, as: UTF8.self))
    }
  }

  /// Sends a message, or puts it to those that wait to be sent together.
  func send(
    _ id: TransportID, _ message: WireMessage, over carrier: Carrier,
    waiting: inout [(id: TransportID, message: WebSocketMessage)]
  ) {
    switch (message, carrier) {
    case (.text(let line), .engine): engines.send(id, line)
    case (.text(let text), _): waiting.append((id, .text(text)))
    case (.binary(let bytes), _): waiting.append((id, .binary(bytes)))
    }
  }

  /// Sends a message at once.
  func send(_ id: TransportID, _ message: WireMessage, over carrier: Carrier) {
    var waiting: [(id: TransportID, message: WebSocketMessage)] = []
    send(id, message, over: carrier, waiting: &waiting)
    send(&waiting)
  }

  /// Sends what waited.
  func send(_ waiting: inout [(id: TransportID, message: WebSocketMessage)]) {
    webSocket.send(waiting)
    waiting.removeAll(keepingCapacity: true)
  }

  func close(_ id: TransportID, over carrier: Carrier) {
    switch carrier {
    case .http: http.cancel(id)
    case .webSocket: webSocket.close(id)
    case .engine: engines.close(id)
    }
  }

  func shutdown() throws {
    engines.shutdown()
    http.shutdown()
    try webSocket.shutdown()
  }
}

extension TransportEvent {
  /// The event in the words of the provider sessions; a refused upgrade is a head, a body and its end.
  var wireEvents: [WireEvent] {
    switch kind {
    case .opened(let status, let headers, let timings):
      [.opened(ResponseHead(status: status, headers: headers.map(HeaderField.init), setup: timings.setup))]
    case .body(let bytes): [.body(bytes)]
    case .bodyEnded: [.bodyEnded]
    case .text(let text): [.message(.text(text))]
    case .binary(let bytes): [.message(.binary(bytes))]
    case .sent: []
    case .refused(let status, let headers, let body, let timings):
      [
        .opened(ResponseHead(status: status, headers: headers.map(HeaderField.init), setup: timings.setup)),
        .body(body), .bodyEnded,
      ]
    case .closed(let code, let reason): [.closed(code: code, reason: reason)]
    case .failed(let failure):
      [.failed(ConnectionFailure(code: failure.code.description, message: failure.message))]
    }
  }
}

extension HeaderField {
  fileprivate init(_ header: HTTPHeader) {
    self.init(header.name, header.value)
  }
}

extension ConnectionTimings {
  fileprivate var setup: ConnectionSetup {
    ConnectionSetup(
      isReused: isReused, nameLookup: nameLookup, connect: connect, tls: tls, upgrade: upgrade)
  }
}
