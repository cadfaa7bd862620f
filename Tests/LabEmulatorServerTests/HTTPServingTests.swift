import Foundation
import LabEmulation
import LabEmulatorServer
import LabProviders
import LabTimeline
import Testing

@Suite("Serving HTTP", .timeLimit(.minutes(2)))
struct HTTPServingTests {
  private let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

  @Test("hands the request on as it came: method, target with query, headers in order, body, own address")
  func request() throws {
    try serving(by: answering(.whole("ok"))) { port, journal, _ in
      let client = try RawClient(port: port)
      client.send("POST /v1/speak?model=a%20b&x=1 HTTP/1.1\r\nHost: x\r\nX-B: 2\r\nx-a: 1\r\nX-B: 3\r\n")
      client.send("Content-Length: 4\r\n\r\nbo")
      client.send("dy")
      _ = try client.take(through: "ok")
      let request = try #require(journal.requests.first)
      #expect(request.transport == .http(method: "POST"))
      #expect(request.target == "/v1/speak?model=a%20b&x=1")
      #expect(request.endpoint == Endpoint(isSecure: false, host: "127.0.0.1", port: port))
      #expect(request.headers.map(\.name) == ["Host", "X-B", "x-a", "X-B", "Content-Length"])
      #expect(request.headers.map(\.value) == ["x", "2", "1", "3", "4"])
      #expect(request.body == Array("body".utf8))
    }
  }

  @Test("streams a body in chunks as its pieces are given, in order, without waiting for the next")
  func streaming() throws {
    let script: ScriptedExchange.Script = { input, _ in
      switch input {
      case .opened:
        [.respond(status: 200, headers: [HeaderField("Content-Type", "text/event-stream")])]
          + (0..<5).map { .timer($0, milliseconds: 10 * ($0 + 1)) }
      case .timer(let timer):
        [.body("data: \(timer.number)\n\n")] + (timer.number == 4 ? [.endBody] : [])
      default: []
      }
    }
    try serving(by: script) { port, journal, _ in
      let client = try RawClient(port: port)
      client.send(get)
      let head = try client.take(through: "\r\n\r\n").lowercased()
      #expect(head.hasPrefix("http/1.1 200 ok\r\n"))
      #expect(head.contains("content-type: text/event-stream\r\n"))
      #expect(head.contains("transfer-encoding: chunked\r\n"))
      for index in 0..<5 {
        #expect(try client.take(through: "\n\n\r\n") == "9\r\ndata: \(index)\n\n\r\n")
      }
      #expect(try client.take(through: "0\r\n\r\n") == "0\r\n\r\n")
      #expect(journal.awaitClosed())
      #expect(journal.inputs() == [.opened] + (0..<5).map { .timer(ServerTimer($0)) } + [.closed])
    }
  }

  @Test("answers many requests on one connection, each with an exchange that is closed once")
  func keepAlive() throws {
    try serving(by: answering(.whole("hello"))) { port, journal, server in
      let client = try RawClient(port: port)
      for _ in 0..<3 {
        client.send(get)
        #expect(try client.take(through: "hello").contains("Content-Length: 5\r\n"))
      }
      #expect(server.openConnectionCount == 1)
      #expect(journal.awaitClosed(3))
      for exchange in 0..<3 { #expect(journal.inputs(of: exchange) == [.opened, .closed]) }
    }
  }

  @Test("answers requests that came at once one after another")
  func pipelined() throws {
    let script: ScriptedExchange.Script = { input, _ in
      switch input {
      case .opened: [.timer(0, milliseconds: 5)]
      case .timer: .whole("hello")
      default: []
      }
    }
    try serving(by: script) { port, journal, _ in
      let client = try RawClient(port: port)
      client.send(get + get + get)
      for _ in 0..<3 { _ = try client.take(through: "hello") }
      #expect(journal.awaitClosed(3))
      #expect(journal.entries.map(\.exchange) == [0, 0, 0, 1, 1, 1, 2, 2, 2])
    }
  }

  @Test("tells the exchange once that the client went away, and runs no timer then", arguments: [0, 1, 2])
  func clientAborts(way: Int) throws {
    let script: ScriptedExchange.Script = { input, _ in
      switch input {
      case .opened: [.respond(status: 200, headers: []), .body("x"), .timer(0, milliseconds: 300)]
      case .closed: [.body("y"), .endBody, .timer(1, milliseconds: 0)]
      default: []
      }
    }
    try serving(by: script) { port, journal, server in
      let client = try RawClient(port: port)
      client.send(get)
      _ = try client.take(through: "1\r\nx\r\n")
      switch way {
      case 0: client.close()
      case 1: client.abort()
      default: client.closeOutput()
      }
      #expect(journal.awaitClosed())
      #expect(eventually { server.openConnectionCount == 0 })
      #expect(journal.inputs() == [.opened, .closed])
      usleep(400_000)
      #expect(journal.inputs() == [.opened, .closed])
    }
  }

  @Test("cuts the connection when the exchange resets it, after what was written")
  func reset() throws {
    let script: ScriptedExchange.Script = { input, _ in
      switch input {
      case .opened:
        [.respond(status: 200, headers: []), .body("part"), .timer(0, milliseconds: 20)]
      case .timer: [.reset, .body("never"), .endBody]
      default: []
      }
    }
    try serving(by: script) { port, journal, _ in
      let client = try RawClient(port: port)
      client.send(get)
      #expect(try client.take(through: "part\r\n").hasSuffix("\r\n4\r\npart\r\n"))
      #expect(client.takeAll() == "")
      #expect(client.end == .reset)
      #expect(journal.awaitClosed())
      #expect(journal.inputs() == [.opened, .timer(ServerTimer(0)), .closed])
    }
  }

  @Test("ends the connection after a body that is shorter than announced")
  func truncated() throws {
    let script: ScriptedExchange.Script = { input, _ in
      guard input == .opened else { return [] }
      return [.respond(status: 200, headers: [HeaderField("Content-Length", "10")]), .body("1234"), .endBody]
    }
    try serving(by: script) { port, _, _ in
      let client = try RawClient(port: port)
      client.send(get)
      #expect(client.takeAll().hasSuffix("\r\n\r\n1234"))
      #expect(client.end == .orderly)
    }
  }

  @Test("gives no body to HEAD nor to a status without one")
  func bodiless() throws {
    try serving(by: answering(.whole("hello", status: 204))) { port, _, _ in
      let client = try RawClient(port: port)
      client.send(get)
      client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
      let all = client.takeAll()
      #expect(all.components(separatedBy: "HTTP/1.1 204 No Content\r\n").count == 3)
      #expect(!all.contains("hello"))
      #expect(all.hasSuffix("\r\n\r\n"))
    }
  }

  @Test("lets a client that asks send its body, and refuses one that is too large with 413")
  func bodyLimit() throws {
    try serving(.init(bodyByteLimit: 100), by: answering(.whole("ok"))) { port, journal, _ in
      let client = try RawClient(port: port)
      client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
      #expect(try client.take(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
      client.send("abc")
      _ = try client.take(through: "ok")
      client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 101\r\n\r\n")
      #expect(try client.take(through: "bytes.").contains("HTTP/1.1 413 Payload Too Large\r\n"))
      let chunked = try RawClient(port: port)
      chunked.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
      for _ in 0..<5 { chunked.send("20\r\n" + String(repeating: "a", count: 32) + "\r\n") }
      #expect(try chunked.take(through: "bytes.").contains("HTTP/1.1 413 Payload Too Large\r\n"))
      #expect(journal.requests.count == 1)
    }
  }

  @Test(
    "answers what is not HTTP with 400",
    arguments: ["nonsense\r\n\r\n", "GET x HTTP/1.1\r\nHost: x\r\n\r\n"])
  func malformed(request: String) throws {
    try serving(.init(closeTimeout: .milliseconds(50)), by: answering([])) { port, journal, _ in
      let client = try RawClient(port: port)
      client.send(request)
      #expect(client.takeAll().hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
      #expect(journal.requests.isEmpty)
    }
  }

  @Test("ends with 500 when the exchange answers HTTP with a WebSocket message")
  func fault() throws {
    try serving(by: answering([.send("x"), .body("y")])) { port, journal, _ in
      let client = try RawClient(port: port)
      client.send(get)
      let all = client.takeAll()
      #expect(all.hasPrefix("HTTP/1.1 500 Internal Server Error\r\n"))
      #expect(all.hasSuffix("answered with a WebSocket message without an open WebSocket."))
      #expect(journal.awaitClosed())
      #expect(journal.inputs() == [.opened, .closed])
    }
  }

  @Test("cuts off a client that has long stopped reading")
  func stuckClient() throws {
    let piece = [UInt8](repeating: 7, count: 1 << 20)
    let script: ScriptedExchange.Script = { input, _ in
      switch input {
      case .opened: [.respond(status: 200, headers: []), .timer(0, milliseconds: 0)]
      case .timer: [.body(piece, received: nil), .timer(0, milliseconds: 1)]
      default: []
      }
    }
    try serving(.init(unsentByteLimit: 4 << 20), by: script) { port, journal, server in
      let client = try RawClient(port: port)
      client.send(get)
      #expect(journal.awaitClosed())
      #expect(eventually { server.openConnectionCount == 0 })
    }
  }
}
