import Foundation
import LabTransport
import NIOCore
import NIOHTTP1
import NIOWebSocket
import Testing

@Suite("WebSocket transport")
struct WebSocketTransportTests {
  private let inbox = DriverInbox()
  private let id = TransportID(1)

  private func address(_ server: WebSocketServer) -> WebSocketRequest {
    WebSocketRequest(url: "ws://127.0.0.1:\(server.port)/v1/listen?model=a%20b")
  }

  @Test("carries text and binary messages both ways, in order, with those sent before it was open")
  func echoes() throws {
    let server = try WebSocketServer.echo()
    let transport = try WebSocketTransport(sink: inbox)
    transport.open(id, address(server))
    for index in 0..<100 { transport.send(id, .text("message \(index)")) }
    let large = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
    transport.send(id, .binary(large))
    transport.send(id, .text(""))
    let log = EventLog.gather(from: inbox) { $0.count == 103 }
    transport.close(id)
    let end = EventLog.gather(from: inbox)
    try transport.shutdown()
    try server.stop()
    #expect(log.opened?.status == 101)
    #expect(log.texts == (0..<100).map { "message \($0)" } + [""])
    #expect(log.events.contains { if case .binary(let bytes) = $0.kind { bytes == large } else { false } })
    #expect(end.closed?.code == 1000)
    let stamps = log.events.map(\.at)
    #expect(stamps == stamps.sorted())
  }

  @Test("carries what is sent together over several connections, each in its order")
  func sendsTogether() throws {
    let server = try WebSocketServer.echo()
    let transport = try WebSocketTransport(sink: inbox)
    let ids = (1...3).map(TransportID.init)
    for id in ids { transport.open(id, address(server)) }
    transport.send((0..<30).map { (ids[$0 % 3], .text("message \($0)")) })
    transport.send([])
    let log = EventLog.gather(from: inbox) { $0.count == 33 }
    try transport.shutdown()
    try server.stop()
    for (place, id) in ids.enumerated() {
      let texts = log.events.filter { $0.connection == id }.compactMap { event in
        if case .text(let text) = event.kind { text } else { nil }
      }
      #expect(texts == stride(from: place, to: 30, by: 3).map { "message \($0)" })
    }
  }

  @Test("asks for the target, headers and subprotocols it was given")
  func opening() throws {
    let server = try WebSocketServer(whenOpen: { channel, head in
      let lines = ["\(head.method) \(head.uri)"] + head.headers.map { "\($0.name): \($0.value)" }
      channel.send(.text, lines.joined(separator: "\n"))
    })
    let transport = try WebSocketTransport(sink: inbox)
    var request = address(server)
    request.headers = [HTTPHeader("Authorization", "Token x")]
    request.subprotocols = ["realtime", "other"]
    transport.open(id, request)
    let log = EventLog.gather(from: inbox) { $0.count == 2 }
    try transport.shutdown()
    try server.stop()
    let lines = try #require(log.texts.first).components(separatedBy: "\n")
    #expect(lines[0] == "GET /v1/listen?model=a%20b")
    #expect(lines.contains("Host: 127.0.0.1:\(server.port)"))
    #expect(lines.contains("Authorization: Token x"))
    #expect(lines.contains("Sec-WebSocket-Protocol: realtime, other"))
    #expect(try #require(log.opened).headers.contains { $0.value == "realtime" })
  }

  @Test("says how long each part of opening took, and nothing about a lookup that was not needed")
  func timings() throws {
    let server = try WebSocketServer.echo()
    let transport = try WebSocketTransport(sink: inbox)
    transport.open(id, address(server))
    transport.open(TransportID(2), WebSocketRequest(url: "ws://localhost:\(server.port)/"))
    let log = EventLog.gather(from: inbox) { $0.count == 2 }
    try transport.shutdown()
    try server.stop()
    for event in log.events {
      guard case .opened(_, _, let timings) = event.kind else { continue }
      #expect(try #require(timings.connect) > .zero)
      #expect(try #require(timings.upgrade) > .zero)
      #expect(timings.tls == nil)
      #expect((timings.nameLookup == nil) == (event.connection == id))
      #expect(timings.started < (try #require(timings.requestSent)))
    }
  }

  @Test("surfaces a refused upgrade with its status, headers and body")
  func refused() throws {
    let server = try ScriptedServer { exchange in
      let body = #"{"err_code":"INVALID_AUTH"}"#
      exchange.send(
        "HTTP/1.1 401 Unauthorized\r\nContent-Length: \(body.utf8.count)\r\nX-Id: 7\r\n\r\n\(body)")
    }
    let transport = try WebSocketTransport(sink: inbox)
    transport.open(id, WebSocketRequest(url: "ws://127.0.0.1:\(server.port)/"))
    let log = EventLog.gather(from: inbox)
    try transport.shutdown()
    try server.stop()
    guard case .refused(let status, let headers, let body, _) = log.events.last?.kind else {
      Issue.record("expected a refusal, got \(log.events)")
      return
    }
    #expect(status == 401)
    #expect(headers.contains(HTTPHeader("X-Id", "7")))
    #expect(String(decoding: body, as: UTF8.self) == #"{"err_code":"INVALID_AUTH"}"#)
    #expect(log.events.count == 1)
  }

  @Test("surfaces a refusal whose body ends with the connection")
  func refusedUntilClose() throws {
    let server = try ScriptedServer { exchange in
      exchange.send("HTTP/1.1 503 Busy\r\n\r\ncome back later")
      exchange.after(milliseconds: 30) { exchange.close() }
    }
    let transport = try WebSocketTransport(sink: inbox)
    transport.open(id, WebSocketRequest(url: "ws://127.0.0.1:\(server.port)/"))
    let log = EventLog.gather(from: inbox)
    try transport.shutdown()
    try server.stop()
    guard case .refused(503, _, let body, _) = log.events.last?.kind else {
      Issue.record("expected a refusal, got \(log.events)")
      return
    }
    #expect(String(decoding: body, as: UTF8.self) == "come back later")
  }

  @Test("fails with `protocol` when the server accepts with a wrong key")
  func wrongAccept() throws {
    let server = try ScriptedServer { exchange in
      exchange.send(
        "HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Accept: x\r\n\r\n"
      )
    }
    let transport = try WebSocketTransport(sink: inbox)
    transport.open(id, WebSocketRequest(url: "ws://127.0.0.1:\(server.port)/"))
    let log = EventLog.gather(from: inbox)
    try transport.shutdown()
    try server.stop()
    #expect(log.outline == ["failed"])
    #expect(log.failure?.code == .protocolViolation)
  }

  @Test("fails when nothing listens, the name is unknown, the address is none, or the server hangs up")
  func failures() throws {
    let hangingUp = try ScriptedServer { $0.close() }
    let gone = try ScriptedServer { _ in }
    try gone.stop()
    let transport = try WebSocketTransport(sink: inbox)
    let urls = [
      "ws://127.0.0.1:\(gone.port)/", "ws://\(unresolvableHost)/", "http://127.0.0.1/", "ws://",
      "ws://127.0.0.1:\(hangingUp.port)/",
    ]
    for (index, url) in urls.enumerated() { transport.open(TransportID(index), WebSocketRequest(url: url)) }
    let log = EventLog.gather(from: inbox) { $0.count(where: \.isLast) == urls.count }
    try transport.shutdown()
    try hangingUp.stop()
    let codes = log.events.sorted { $0.connection < $1.connection }.map { event in
      if case .failed(let failure) = event.kind { failure.code.description } else { event.kind.name }
    }
    #expect(codes == ["refused", "name_not_resolved", "invalid_request", "invalid_request", "truncated"])
  }

  @Test("fails with `connect_timed_out` when the server never answers the upgrade")
  func neverAnswered() throws {
    let server = try ScriptedServer { _ in }
    let transport = try WebSocketTransport(sink: inbox)
    transport.open(
      id, WebSocketRequest(url: "ws://127.0.0.1:\(server.port)/", connectTimeout: .milliseconds(150)))
    let log = EventLog.gather(from: inbox)
    try transport.shutdown()
    try server.stop()
    #expect(log.failure?.code == .connectTimedOut)
  }

  @Test("puts fragments together, even with a ping between them, which it answers")
  func fragments() throws {
    let server = try WebSocketServer(
      whenOpen: { channel, _ in
        channel.send(.text, "one ", isFinal: false)
        channel.send(.continuation, "two ", isFinal: false)
        channel.send(.ping, "are you there")
        channel.send(.continuation, "three")
      },
      whenFrame: { frame, channel in
        if frame.opcode == .pong { channel.send(.text, frame.unmaskedData) }
      })
    let transport = try WebSocketTransport(sink: inbox)
    transport.open(id, address(server))
    let log = EventLog.gather(from: inbox) { $0.count == 3 }
    try transport.shutdown()
    try server.stop()
    #expect(log.texts == ["one two three", "are you there"])
  }

  @Test("takes messages that come in the same packet as the server's agreement")
  func earlyMessages() throws {
    let server = try WebSocketServer(whenOpen: { channel, _ in
      for index in 0..<20 { channel.send(.text, "\(index)") }
    })
    let transport = try WebSocketTransport(sink: inbox)
    for number in 0..<20 { transport.open(TransportID(number), address(server)) }
    let log = EventLog.gather(from: inbox) { $0.count == 20 * 21 }
    try transport.shutdown()
    try server.stop()
    for number in 0..<20 {
      let own = log.events.filter { $0.connection.number == number }
      #expect(own.first?.kind.name == "opened")
      #expect(
        own.compactMap { if case .text(let text) = $0.kind { Int(text) } else { nil } } == Array(0..<20))
    }
  }

  @Test("reports the other side's closing code and reason, and answers its close")
  func closedByPeer() throws {
    let server = try WebSocketServer(whenOpen: { channel, _ in
      var payload = ByteBuffer()
      payload.write(webSocketErrorCode: WebSocketErrorCode(codeNumber: 4008))
      payload.writeString("idle too long")
      channel.send(.text, "bye")
      channel.send(.connectionClose, payload)
    })
    let transport = try WebSocketTransport(sink: inbox)
    transport.open(id, address(server))
    let log = EventLog.gather(from: inbox)
    try transport.shutdown()
    try server.stop()
    #expect(log.outline == ["opened", "text", "closed"])
    #expect(log.closed?.code == 4008)
    #expect(log.closed?.reason == "idle too long")
  }

  @Test("reports 1006 when the connection ends or breaks without a close", arguments: [false, true])
  func abnormalEnd(breaks: Bool) throws {
    let server = try WebSocketServer(whenOpen: { channel, _ in
      channel.eventLoop.scheduleTask(in: .milliseconds(50)) {
        if breaks { channel.reset() } else { channel.close(promise: nil) }
      }
    })
    let transport = try WebSocketTransport(sink: inbox)
    transport.open(id, address(server))
    let log = EventLog.gather(from: inbox)
    try transport.shutdown()
    try server.stop()
    #expect(log.outline == ["opened", "closed"])
    #expect(log.closed?.code == 1006)
  }

  @Test("gives up on a close that is not answered")
  func unansweredClose() throws {
    let server = try WebSocketServer()
    let transport = try WebSocketTransport(
      settings: TransportSettings(closeTimeout: .milliseconds(100)), sink: inbox)
    transport.open(id, address(server))
    _ = EventLog.gather(from: inbox) { $0.count == 1 }
    transport.close(id, code: 4000, reason: String(repeating: "ü", count: 100))
    transport.send(id, .text("too late"))
    let log = EventLog.gather(from: inbox)
    try transport.shutdown()
    try server.stop()
    #expect(log.closed?.code == 1006)
  }

  @Test("takes a request back that is not open yet")
  func cancelled() throws {
    let server = try ScriptedServer { _ in }
    let transport = try WebSocketTransport(sink: inbox)
    transport.open(id, WebSocketRequest(url: "ws://127.0.0.1:\(server.port)/"))
    transport.close(id)
    let log = EventLog.gather(from: inbox)
    try transport.shutdown()
    try server.stop()
    #expect(log.outline == ["failed"])
    #expect(log.failure?.code == .cancelled)
  }

  @Test("closes with 1009 on a message beyond the limit, in one frame or in many", arguments: [1, 3])
  func tooLarge(frames: Int) throws {
    let server = try WebSocketServer(whenOpen: { channel, _ in
      let part = ByteBuffer(repeating: 1, count: 1200 / frames)
      for index in 0..<frames {
        channel.send(index == 0 ? .binary : .continuation, part, isFinal: index == frames - 1)
      }
    })
    let transport = try WebSocketTransport(settings: TransportSettings(messageByteLimit: 1000), sink: inbox)
    transport.open(id, address(server))
    let log = EventLog.gather(from: inbox)
    try transport.shutdown()
    try server.stop()
    #expect(log.outline == ["opened", "closed"])
    #expect(log.closed?.code == 1009)
  }

  @Test("closes with 1007 on text that is not UTF-8")
  func invalidText() throws {
    let server = try WebSocketServer(whenOpen: { channel, _ in
      channel.send(.text, ByteBuffer(bytes: [0x68, 0xff]))
    })
    let transport = try WebSocketTransport(sink: inbox)
    transport.open(id, address(server))
    let log = EventLog.gather(from: inbox)
    try transport.shutdown()
    try server.stop()
    #expect(log.closed?.code == 1007)
  }

  @Test("tells when a tagged message was written")
  func tagged() throws {
    let server = try WebSocketServer.echo()
    let transport = try WebSocketTransport(sink: inbox)
    transport.open(id, address(server))
    _ = EventLog.gather(from: inbox) { $0.count == 1 }
    let before = MonotonicClock.now()
    transport.send(id, .binary([1]))
    transport.send(id, .text("last"), tag: 42)
    let log = EventLog.gather(from: inbox) { $0.count == 3 }
    try transport.shutdown()
    try server.stop()
    let tagged = log.events.filter { if case .sent(42) = $0.kind { true } else { false } }
    #expect(tagged.count == 1)
    #expect(before <= (try #require(tagged.first)).at)
  }

  @Test("speaks TLS with a server it was told to trust, times the handshake, and refuses others")
  func tls() throws {
    let server = try WebSocketServer.echo(tls: LocalhostCertificate.serverContext())
    let request = WebSocketRequest(url: "wss://localhost:\(server.port)/")
    let log = try LocalhostCertificate.withFile { file in
      let transport = try WebSocketTransport(
        settings: TransportSettings(certificateAuthorityFile: file), sink: inbox)
      transport.open(id, request)
      transport.send(id, .text("secret"))
      defer { #expect(throws: Never.self) { try transport.shutdown() } }
      return EventLog.gather(from: inbox) { $0.count == 2 }
    }
    #expect(log.texts == ["secret"])
    #expect(try #require(log.opened?.timings.tls) > .zero)

    let stranger = DriverInbox()
    let distrustful = try WebSocketTransport(sink: stranger)
    distrustful.open(id, request)
    let refusal = EventLog.gather(from: stranger)
    try distrustful.shutdown()
    try server.stop()
    #expect(refusal.failure?.code == .tls)
  }

  @Test("carries hundreds of connections at once and mixes none of them up")
  func many() throws {
    let server = try WebSocketServer.echo()
    let transport = try WebSocketTransport(sink: inbox)
    for number in 0..<300 { transport.open(TransportID(number), address(server)) }
    for round in 0..<10 {
      for number in 0..<300 { transport.send(TransportID(number), .text("\(number):\(round)")) }
    }
    let log = EventLog.gather(from: inbox) { $0.count == 300 * 11 }
    try transport.shutdown()
    try server.stop()
    for number in 0..<300 {
      let own = log.events.filter { $0.connection.number == number }
      let texts = own.compactMap { if case .text(let text) = $0.kind { text } else { nil } }
      #expect(texts == (0..<10).map { "\(number):\($0)" })
    }
  }

  @Test("ends open connections when it is shut down, and turns later requests away")
  func shutdown() throws {
    let server = try WebSocketServer.echo()
    let transport = try WebSocketTransport(sink: inbox)
    transport.open(id, address(server))
    _ = EventLog.gather(from: inbox) { $0.count == 1 }
    try transport.shutdown()
    transport.open(TransportID(2), address(server))
    let log = EventLog.gather(from: inbox) { $0.count == 2 }
    try server.stop()
    #expect(log.outline == ["closed", "failed"])
    #expect(log.failure?.code == .cancelled)
  }
}
