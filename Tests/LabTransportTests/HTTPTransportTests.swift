import Foundation
import LabTransport
import Testing

@Suite("HTTP transport")
struct HTTPTransportTests {
  private let inbox = DriverInbox()

  /// Runs one request against a scripted server and returns everything that happened.
  ///
  /// - Parameter request: its address may be a path, which then belongs to the server.
  private func exchange(
    _ request: HTTPRequest = HTTPRequest(method: "GET", url: "/"),
    settings: TransportSettings = TransportSettings(),
    script: @escaping @Sendable (ScriptedServer.Exchange) -> Void
  ) throws -> EventLog {
    let server = try ScriptedServer(script: script)
    let transport = try HTTPTransport(settings: settings, sink: inbox)
    var request = request
    if request.url.hasPrefix("/") { request.url = "http://127.0.0.1:\(server.port)\(request.url)" }
    transport.start(TransportID(1), request)
    let log = EventLog.gather(from: inbox)
    transport.shutdown()
    try server.stop()
    return log
  }

  @Test("hands a streamed body on piece by piece, in order, each stamped after the one before")
  func streams() throws {
    let log = try exchange { exchange in
      exchange.send(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
      for index in 0..<5 {
        exchange.after(milliseconds: Int64(20 * (index + 1))) { exchange.sendChunk("data: \(index)\n\n") }
      }
      exchange.after(milliseconds: 120) { exchange.send("0\r\n\r\n") }
    }
    #expect(log.outline == ["opened", "body", "bodyEnded"])
    #expect(log.body == (0..<5).map { "data: \($0)\n\n" }.joined())
    #expect(log.bodyPieces.count == 5)
    let stamps = log.events.map(\.at)
    #expect(stamps == stamps.sorted())
    let first = try #require(stamps.first)
    let last = try #require(stamps.last)
    #expect(first.duration(to: last) >= .milliseconds(80))
  }

  @Test("sends method, headers and body as given and adds neither Expect nor Accept-Encoding")
  func sendsTheRequest() throws {
    let log = try exchange(
      HTTPRequest(
        method: "POST", url: "/v1/chat?stream=true",
        headers: [HTTPHeader("Authorization", "Bearer x"), HTTPHeader("X-Empty", "")],
        body: Array(String(repeating: "a", count: 5000).utf8))
    ) { exchange in
      exchange.send(
        "HTTP/1.1 200 OK\r\nContent-Length: \(exchange.request.utf8.count)\r\n\r\n\(exchange.request)")
    }
    let head = log.body.components(separatedBy: "\r\n\r\n")[0].components(separatedBy: "\r\n")
    #expect(head[0] == "POST /v1/chat?stream=true HTTP/1.1")
    #expect(head.contains("Authorization: Bearer x"))
    #expect(head.contains("X-Empty:"))
    #expect(head.contains("Content-Length: 5000"))
    let names = head.dropFirst().map { $0.prefix { $0 != ":" }.lowercased() }
    #expect(Set(names) == ["host", "authorization", "x-empty", "content-length"])
    #expect(log.body.hasSuffix("\r\n\r\n" + String(repeating: "a", count: 5000)))
  }

  @Test("reports a refusal's status, headers and body like any other answer")
  func errorStatus() throws {
    let log = try exchange { exchange in
      exchange.send("HTTP/1.1 429 Too Many\r\nRetry-After:  3 \r\nContent-Length: 4\r\n\r\nslow")
    }
    #expect(log.opened?.status == 429)
    #expect(log.opened?.headers == [HTTPHeader("Retry-After", "3"), HTTPHeader("Content-Length", "4")])
    #expect(log.body == "slow")
  }

  @Test("skips interim answers and trailers")
  func interimAndTrailers() throws {
    let log = try exchange { exchange in
      exchange.send("HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n")
      exchange.send(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: T\r\n\r\n2\r\nok\r\n0\r\nT: 1\r\n\r\n")
    }
    #expect(log.outline == ["opened", "body", "bodyEnded"])
    #expect(log.opened?.status == 200)
    #expect(log.opened?.headers.map(\.name) == ["Transfer-Encoding", "Trailer"])
  }

  @Test("times a fresh connection and says that the second request reused it")
  func reuse() throws {
    let server = try ScriptedServer { $0.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok") }
    let transport = try HTTPTransport(sink: inbox)
    let request = HTTPRequest(method: "POST", url: "http://127.0.0.1:\(server.port)/", body: [1, 2, 3])
    let before = MonotonicClock.now()
    transport.start(TransportID(1), request)
    let first = try #require(EventLog.gather(from: inbox).opened?.timings)
    transport.start(TransportID(2), request)
    let second = try #require(EventLog.gather(from: inbox).opened?.timings)
    transport.shutdown()
    #expect(server.connectionCount == 1)
    try server.stop()

    #expect(!first.isReused)
    #expect(first.httpVersion == "1.1")
    #expect(try #require(first.connect) > .zero)
    #expect(first.tls == nil)
    #expect(second.isReused)
    #expect(second.connect == nil && second.nameLookup == nil)
    for timings in [first, second] {
      let sent = try #require(timings.requestSent)
      let began = try #require(timings.responseBegan)
      #expect(before <= timings.started && timings.started <= sent && sent <= began)
    }
  }

  @Test("stamps the end of a large upload, not its beginning")
  func uploadEnd() throws {
    let body = [UInt8](repeating: 7, count: 1 << 20)
    let log = try exchange(
      HTTPRequest(method: "POST", url: "/", body: body)
    ) {
      $0.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    }
    let timings = try #require(log.opened?.timings)
    let sent = try #require(timings.requestSent)
    let connect = try #require(timings.connect)
    #expect(timings.started.duration(to: sent) > connect)
    #expect(sent <= (try #require(timings.responseBegan)))
  }

  @Test("fails with `refused` when nothing listens")
  func refused() throws {
    let server = try ScriptedServer { _ in }
    let port = server.port
    try server.stop()
    let transport = try HTTPTransport(sink: inbox)
    transport.start(TransportID(1), HTTPRequest(method: "GET", url: "http://127.0.0.1:\(port)/"))
    let log = EventLog.gather(from: inbox)
    transport.shutdown()
    #expect(log.outline == ["failed"])
    #expect(log.failure?.code == .refused)
  }

  @Test("keeps what arrived and fails with `reset` when the other side breaks the connection")
  func reset() throws {
    let log = try exchange { exchange in
      exchange.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
      exchange.after(milliseconds: 100) { exchange.reset() }
    }
    #expect(log.outline == ["opened", "body", "failed"])
    #expect(log.body == "hello")
    #expect(log.failure?.code == .reset)
  }

  @Test("fails with `truncated` when the connection ends before the body does")
  func truncated() throws {
    let log = try exchange { exchange in
      exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
      exchange.after(milliseconds: 50) { exchange.close() }
    }
    #expect(log.failure?.code == .truncated)
  }

  @Test("fails with `protocol` when the answer is not HTTP")
  func notHTTP() throws {
    let log = try exchange { $0.send("SSH-2.0-OpenSSH_9.2\r\n\r\n") }
    #expect(log.failure?.code == .protocolViolation)
  }

  @Test("fails with `timed_out` when the answer does not begin within the idle limit")
  func slowHeader() throws {
    let log = try exchange(
      HTTPRequest(method: "GET", url: "/", idleTimeout: .seconds(1))
    ) { _ in }
    #expect(log.failure?.code == .timedOut)
  }

  @Test("fails with `timed_out` when the whole exchange takes too long")
  func totalLimit() throws {
    let log = try exchange(
      HTTPRequest(method: "GET", url: "/", totalTimeout: .milliseconds(150))
    ) { $0.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello") }
    #expect(log.outline == ["opened", "body", "failed"])
    #expect(log.failure?.code == .timedOut)
  }

  @Test("fails with `head_too_large` rather than collect headers without end")
  func headLimit() throws {
    let log = try exchange(settings: TransportSettings(headByteLimit: 2000)) { exchange in
      let line = "X: \(String(repeating: "y", count: 500))\r\n"
      exchange.send("HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 6) + "\r\n")
    }
    #expect(log.outline == ["failed"])
    #expect(log.failure?.code == .headTooLarge)
  }

  @Test("fails with `name_not_resolved` for a name without an address")
  func unknownHost() throws {
    let log = try exchange(
      HTTPRequest(method: "GET", url: "http://\(unresolvableHost)/")
    ) { _ in }
    #expect(log.failure?.code == .nameNotResolved)
  }

  @Test(
    "refuses a request that cannot be sent",
    arguments: [
      HTTPRequest(method: "GET", url: "ftp://127.0.0.1/"), HTTPRequest(method: "GET", url: "http://"),
      HTTPRequest(method: "", url: "http://127.0.0.1/"),
      HTTPRequest(method: "GET", url: "http://127.0.0.1/", headers: [HTTPHeader("A", "b\r\nC: d")]),
      HTTPRequest(method: "GET", url: "http://127.0.0.1/", headers: [HTTPHeader("A b", "c")]),
    ])
  func invalid(request: HTTPRequest) throws {
    let transport = try HTTPTransport(sink: inbox)
    transport.start(TransportID(1), request)
    let log = EventLog.gather(from: inbox)
    transport.shutdown()
    #expect(log.failure?.code == .invalidRequest)
  }

  @Test("ends a cancelled exchange with `cancelled`, and nothing follows")
  func cancel() throws {
    let server = try ScriptedServer { exchange in
      exchange.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n")
      for index in 1..<50 { exchange.after(milliseconds: Int64(index * 2)) { exchange.sendChunk("b") } }
    }
    let transport = try HTTPTransport(sink: inbox)
    transport.start(TransportID(1), HTTPRequest(method: "GET", url: "http://127.0.0.1:\(server.port)/"))
    _ = EventLog.gather(from: inbox) { $0.contains { $0.kind.name == "body" } }
    transport.cancel(TransportID(1))
    transport.cancel(TransportID(1))
    let log = EventLog.gather(from: inbox)
    let later = EventLog.gather(from: inbox) { _ in inbox.wait(until: .now(plus: .milliseconds(100))).isEmpty
    }
    transport.shutdown()
    try server.stop()
    #expect(log.failure?.code == .cancelled)
    #expect(log.events.last?.isLast == true)
    #expect(later.events.isEmpty)
  }

  @Test("carries many exchanges at once and mixes none of them up")
  func many() throws {
    let server = try ScriptedServer { exchange in
      exchange.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      for index in 0..<5 {
        exchange.after(milliseconds: Int64(index * 10)) { exchange.sendChunk("\(exchange.path):\(index) ") }
      }
      exchange.after(milliseconds: 60) { exchange.send("0\r\n\r\n") }
    }
    let transport = try HTTPTransport(sink: inbox)
    for id in 0..<200 {
      transport.start(
        TransportID(id), HTTPRequest(method: "GET", url: "http://127.0.0.1:\(server.port)/\(id)"))
    }
    let log = EventLog.gather(from: inbox) { $0.count(where: \.isLast) == 200 }
    transport.shutdown()
    try server.stop()
    var bodies = [String](repeating: "", count: 200)
    for event in log.events {
      if case .body(let bytes) = event.kind {
        bodies[event.connection.number] += String(decoding: bytes, as: UTF8.self)
      }
    }
    for (id, body) in bodies.enumerated() {
      #expect(body == (0..<5).map { "/\(id):\($0) " }.joined())
    }
  }

  @Test("turns a second request with an id in use away and lets the first go on")
  func idInUse() throws {
    let server = try ScriptedServer { exchange in
      exchange.after(milliseconds: 100) { exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok") }
    }
    let transport = try HTTPTransport(sink: inbox)
    let request = HTTPRequest(method: "GET", url: "http://127.0.0.1:\(server.port)/")
    transport.start(TransportID(1), request)
    transport.start(TransportID(1), request)
    let log = EventLog.gather(from: inbox) { $0.count(where: \.isLast) == 2 }
    transport.shutdown()
    try server.stop()
    #expect(log.outline == ["failed", "opened", "body", "bodyEnded"])
    #expect(log.failure?.code == .invalidRequest)
  }

  @Test("ends what is open when it is shut down, and turns later requests away")
  func shutdown() throws {
    let server = try ScriptedServer { _ in }
    let transport = try HTTPTransport(sink: inbox)
    let request = HTTPRequest(method: "GET", url: "http://127.0.0.1:\(server.port)/")
    transport.start(TransportID(1), request)
    transport.shutdown()
    transport.shutdown()
    transport.start(TransportID(2), request)
    let log = EventLog.gather(from: inbox) { $0.count == 2 }
    try server.stop()
    #expect(log.events.map(\.connection.number) == [1, 2])
    #expect(log.outline == ["failed", "failed"])
  }

  @Test("speaks TLS with a server whose certificate the given file names, and times the handshake")
  func trustedTLS() throws {
    let server = try ScriptedServer(tls: LocalhostCertificate.serverContext()) {
      $0.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    }
    let log = try LocalhostCertificate.withFile { file in
      let transport = try HTTPTransport(
        settings: TransportSettings(certificateAuthorityFile: file), sink: inbox)
      transport.start(TransportID(1), HTTPRequest(method: "GET", url: "https://127.0.0.1:\(server.port)/"))
      defer { transport.shutdown() }
      return EventLog.gather(from: inbox)
    }
    try server.stop()
    #expect(log.body == "ok")
    #expect(try #require(log.opened?.timings.tls) > .zero)
  }

  @Test("fails with `tls` when the server's certificate is not trusted")
  func untrustedTLS() throws {
    let server = try ScriptedServer(tls: LocalhostCertificate.serverContext()) { _ in }
    let transport = try HTTPTransport(sink: inbox)
    transport.start(TransportID(1), HTTPRequest(method: "GET", url: "https://127.0.0.1:\(server.port)/"))
    let log = EventLog.gather(from: inbox)
    transport.shutdown()
    try server.stop()
    #expect(log.failure?.code == .tls)
  }
}

/// A name that no resolver looks for, as a label has at most 63 bytes: the answer comes without a network.
let unresolvableHost = String(repeating: "a", count: 64) + ".invalid"

extension MonotonicInstant {
  static func now(plus duration: Duration) -> MonotonicInstant { MonotonicClock.now().advanced(by: duration) }
}
