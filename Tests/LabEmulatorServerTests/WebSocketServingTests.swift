import Foundation
import LabEmulation
import LabEmulatorServer
import LabProviders
import LabTimeline
import Testing

@Suite("Serving WebSockets", .timeLimit(.minutes(2)))
struct WebSocketServingTests {
  /// Accepts, and sends every message back.
  private let echo: ScriptedExchange.Script = { input, now in
    switch input {
    case .opened: [.accept(headers: [HeaderField("X-Request-Id", "7"), HeaderField("Upgrade", "other")])]
    case .message(let message): [.send(message, received: now)]
    default: []
    }
  }

  @Test("accepts on any path with the exchange's headers and the key that RFC 6455 gives as its example")
  func accepting() throws {
    try serving(by: echo) { port, journal, _ in
      let socket = try RawWebSocket.open(
        port: port, target: "/v1/listen?a=1", headers: ["Authorization: Token x"])
      let lines = socket.head.components(separatedBy: "\r\n")
      #expect(lines[0] == "HTTP/1.1 101 Switching Protocols")
      #expect(lines.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
      #expect(lines.contains("X-Request-Id: 7"))
      #expect(lines.filter { $0.lowercased().hasPrefix("upgrade:") } == ["Upgrade: websocket"])
      let request = try #require(journal.requests.first)
      #expect(request.transport == .webSocket)
      #expect(request.target == "/v1/listen?a=1")
      #expect(request.headers.value(of: "authorization") == "Token x")
    }
  }

  @Test("carries messages of every size both ways, whole or in fragments with a ping between them")
  func echoes() throws {
    try serving(by: echo) { port, _, _ in
      let socket = try RawWebSocket.open(port: port)
      for size in [0, 1, 125, 126, 65535, 65536, 300_000] {
        let frame = RawWebSocket.Frame(opcode: 2, payload: (0..<size).map { UInt8(truncatingIfNeeded: $0) })
        socket.send(frame)
        #expect(try socket.receive() == frame)
      }
      socket.send(.text("one "), isFinal: false)
      socket.send(.init(opcode: 9, payload: [1, 2, 3]))
      socket.send(.init(opcode: 0, payload: Array("two ".utf8)), isFinal: false)
      socket.send(.init(opcode: 0, payload: Array("drei €".utf8)))
      #expect(try socket.receive() == .init(opcode: 10, payload: [1, 2, 3]))
      #expect(try socket.receive() == .text("one two drei €"))
    }
  }

  @Test("refuses with the exchange's status, headers and body, and ends the connection")
  func refusal() throws {
    let body = #"{"err_code":"INVALID_AUTH"}"#
    let script = answering(.whole(body, status: 401, [HeaderField("dg-error", "no")]))
    try serving(by: script) { port, journal, _ in
      let socket = try RawWebSocket(port: port)
      let answer = socket.client.takeAll()
      #expect(answer.hasPrefix("HTTP/1.1 401 Unauthorized\r\ndg-error: no\r\n"))
      #expect(answer.hasSuffix("\r\n\r\n" + body))
      #expect(journal.awaitClosed())
      #expect(journal.inputs() == [.opened, .closed])
    }
  }

  @Test("accepts as late as the exchange wants, and keeps what the client sent too early")
  func slowHandshake() throws {
    let script: ScriptedExchange.Script = { input, now in
      switch input {
      case .opened: [.timer(0, milliseconds: 60)]
      case .timer: [.accept(headers: []), .send("welcome")]
      case .message(let message): [.send(message, received: now)]
      default: []
      }
    }
    try serving(by: script) { port, journal, _ in
      let socket = try RawWebSocket(port: port)
      socket.send(.text("early"))
      try socket.awaitHead()
      #expect(try socket.receive() == .text("welcome"))
      #expect(try socket.receive() == .text("early"))
      socket.send(.text("late"))
      #expect(try socket.receive() == .text("late"))
      let instants = journal.entries.map(\.at)
      #expect(instants[0].duration(to: instants[1]) >= .milliseconds(60))
    }
  }

  @Test("takes a message that comes in the same packet as the request")
  func earlyMessage() throws {
    try serving(by: echo) { port, _, _ in
      let client = try RawClient(port: port)
      let request =
        "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: WebSocket\r\nConnection: upgrade\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
      client.send(Array(request.utf8) + RawWebSocket.bytes(of: .text("hi")))
      _ = try client.take(through: "\r\n\r\n")
      #expect(try client.take(4) == [0x81, 2, 0x68, 0x69])
    }
  }

  @Test("answers a request of another version with 400 and the version it knows")
  func wrongVersion() throws {
    try serving(.init(closeTimeout: .milliseconds(50)), by: echo) { port, journal, _ in
      let socket = try RawWebSocket(port: port, version: 8)
      let answer = socket.client.takeAll()
      #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
      #expect(answer.contains("Sec-WebSocket-Version: 13\r\n"))
      #expect(journal.requests.isEmpty)
    }
  }

  @Test("echoes the client's close code, ends the connection, tells the exchange", arguments: [1000, 3008])
  func clientCloses(code: Int) throws {
    try serving(by: echo) { port, journal, server in
      let socket = try RawWebSocket.open(port: port)
      socket.send(.init(opcode: 8, payload: RawWebSocket.Frame.close(code).payload + Array("bye".utf8)))
      #expect(try socket.receive() == .close(code))
      #expect(socket.client.takeAll() == "")
      #expect(socket.client.end == .orderly)
      #expect(journal.awaitClosed())
      #expect(eventually { server.openConnectionCount == 0 })
      #expect(journal.inputs() == [.opened, .closed])
    }
  }

  @Test("closes with the exchange's code and reason, takes what was under way, and sends nothing after it")
  func serverCloses() throws {
    let script: ScriptedExchange.Script = { input, _ in
      switch input {
      case .opened: [.accept(headers: [])]
      case .message(.text("end")): [.send("last"), .close(code: 1011, reason: "NET-0001"), .send("never")]
      case .message: [.send("never")]
      default: []
      }
    }
    try serving(by: script) { port, journal, _ in
      let socket = try RawWebSocket.open(port: port)
      socket.send(.text("end"))
      #expect(try socket.receive() == .text("last"))
      let close = try socket.receive()
      #expect(close.opcode == 8)
      #expect(close.payload == RawWebSocket.Frame.close(1011).payload + Array("NET-0001".utf8))
      socket.send(.text("under way"))
      socket.send(.close(1011))
      #expect(socket.client.takeAll() == "")
      #expect(socket.client.end == .orderly)
      #expect(journal.awaitClosed())
      #expect(journal.inputs() == [.opened, .message(.text("end")), .message(.text("under way")), .closed])
    }
  }

  @Test("gives up on a client that never answers a close")
  func unansweredClose() throws {
    let script: ScriptedExchange.Script = { input, _ in
      input == .opened ? [.accept(headers: []), .close(code: 1000, reason: "")] : []
    }
    try serving(.init(closeTimeout: .milliseconds(50)), by: script) { port, journal, _ in
      let socket = try RawWebSocket.open(port: port)
      #expect(try socket.receive() == .close(1000))
      #expect(socket.client.takeAll() == "")
      #expect(journal.awaitClosed())
      #expect(journal.inputs() == [.opened, .closed])
    }
  }

  @Test(
    "closes without a code for 1005 and without a close for 1006",
    arguments: [(1005, [0x88, 0]), (1006, [])])
  func unspokenCodes(code: Int, bytes: [UInt8]) throws {
    let script: ScriptedExchange.Script = { input, _ in
      input == .opened ? [.accept(headers: []), .close(code: code, reason: "")] : []
    }
    try serving(.init(closeTimeout: .milliseconds(50)), by: script) { port, _, _ in
      let socket = try RawWebSocket.open(port: port)
      while socket.client.receive() {}
      #expect(socket.client.received == bytes)
      #expect(socket.client.end == .orderly)
    }
  }

  @Test("closes with the code for what a client may not do, and tells the exchange", arguments: Violation.all)
  func violations(violation: Violation) throws {
    let settings = EmulatorServer.Settings(messageByteLimit: 1000, closeTimeout: .milliseconds(200))
    try serving(settings, by: echo) { port, journal, _ in
      let socket = try RawWebSocket.open(port: port)
      for bytes in violation.frames { socket.client.send(bytes) }
      let close = try socket.receive()
      #expect(close.opcode == 8)
      #expect(Array(close.payload.prefix(2)) == RawWebSocket.Frame.close(violation.code).payload)
      #expect(journal.awaitClosed())
      #expect(socket.client.takeAll() == "")
      #expect(journal.inputs() == [.opened, .closed])
    }
  }

  struct Violation: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let code: Int
    let frames: [[UInt8]]

    private init(
      _ description: String, _ code: Int, _ frames: RawWebSocket.Frame..., isFinal: Bool = true,
      isMasked: Bool = true, reserved: UInt8 = 0
    ) {
      testDescription = description
      self.code = code
      self.frames = frames.map {
        RawWebSocket.bytes(of: $0, isFinal: isFinal, isMasked: isMasked, reserved: reserved)
      }
    }

    static let all = [
      Violation("an unmasked frame", 1002, .text("x"), isMasked: false),
      Violation("an extension", 1002, .text("x"), reserved: 0x40),
      Violation("an unknown opcode", 1002, .init(opcode: 3, payload: [])),
      Violation("a stray continuation", 1002, .init(opcode: 0, payload: [1])),
      Violation("a message within a message", 1002, .text("a"), .text("b"), isFinal: false),
      Violation("a fragmented ping", 1002, .init(opcode: 9, payload: [1]), isFinal: false),
      Violation("a long ping", 1002, .init(opcode: 9, payload: Array(repeating: 1, count: 126))),
      Violation("a close with one byte", 1002, .init(opcode: 8, payload: [3])),
      Violation("a close with a code that never stands in a frame", 1002, .close(1006)),
      Violation("a text that is not UTF-8", 1007, .init(opcode: 1, payload: [0xff])),
      Violation("a large frame", 1009, .init(opcode: 2, payload: Array(repeating: 1, count: 1001))),
      Violation(
        "fragments that are too large", 1009, .init(opcode: 2, payload: Array(repeating: 1, count: 600)),
        .init(opcode: 0, payload: Array(repeating: 1, count: 600)), isFinal: false),
    ]
  }

  @Test("tells the exchange once when the client is lost", arguments: [true, false])
  func clientLost(byReset: Bool) throws {
    try serving(by: echo) { port, journal, server in
      let socket = try RawWebSocket.open(port: port)
      socket.send(.text("x"))
      _ = try socket.receive()
      if byReset { socket.client.abort() } else { socket.client.close() }
      #expect(journal.awaitClosed())
      #expect(eventually { server.openConnectionCount == 0 })
      #expect(journal.inputs() == [.opened, .message(.text("x")), .closed])
    }
  }

  @Test("resets an open WebSocket, and one that is not accepted yet", arguments: [true, false])
  func reset(isOpen: Bool) throws {
    let script: ScriptedExchange.Script = { input, _ in
      guard input == .opened else { return [] }
      return (isOpen ? [.accept(headers: [])] : []) + [.reset, .send("never")]
    }
    try serving(by: script) { port, journal, _ in
      let socket = try RawWebSocket(port: port)
      #expect(socket.client.takeAll().hasPrefix("HTTP/1.1 101 ") == isOpen)
      #expect(socket.client.end == .reset)
      #expect(journal.awaitClosed())
      #expect(journal.inputs() == [.opened, .closed])
    }
  }

  @Test("closes with 1011 when the exchange answers with HTTP on an open WebSocket")
  func fault() throws {
    let script: ScriptedExchange.Script = { input, _ in
      input == .opened ? [.accept(headers: []), .respond(status: 200, headers: [])] : []
    }
    try serving(by: script) { port, journal, _ in
      let socket = try RawWebSocket.open(port: port)
      #expect(Array(try socket.receive().payload.prefix(2)) == RawWebSocket.Frame.close(1011).payload)
      #expect(journal.awaitClosed())
    }
  }
}
