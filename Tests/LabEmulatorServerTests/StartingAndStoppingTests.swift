import Foundation
import LabEmulation
import LabEmulatorServer
import LabProviders
import LabTimeline
import Testing

@Suite("Starting and stopping", .timeLimit(.minutes(2)))
struct StartingAndStoppingTests {
  private let silent: ScriptedExchange.Script = { input, _ in
    input == .opened ? [.timer(0, milliseconds: 60_000)] : []
  }

  private func problem(_ settings: EmulatorServer.Settings) -> EmulatorServerError? {
    #expect(throws: EmulatorServerError.self) {
      try serving(settings, by: silent) { _, _, _ in }
    }
  }

  @Test("says that a port is in use, which one and what to do")
  func portInUse() throws {
    try serving(by: silent) { port, _, _ in
      let error = problem(.init(port: port))
      #expect(error?.code == .portInUse)
      #expect(error?.message == "Port \(port) on 127.0.0.1 is already in use.")
      #expect(error?.hint.contains("choose another port") == true)
    }
  }

  @Test("can listen again on the port it has just left, though a client's connection was open")
  func portReuse() throws {
    let port = try serving(by: silent) { port, _, _ in
      let client = try RawClient(port: port)
      client.send("GET / HTTP/1.1\r\n")
      return port
    }
    try serving(.init(port: port), by: silent) { again, _, _ in #expect(again == port) }
  }

  @Test("refuses to listen where other machines could connect", arguments: ["0.0.0.0", "::", "10.1.2.3"])
  func otherMachines(host: String) {
    let error = problem(.init(host: host))
    #expect(error?.code == .notLoopback)
    #expect(error?.message.contains(host) == true)
  }

  @Test("listens anywhere when that is allowed explicitly")
  func allowed() throws {
    try serving(.init(host: "0.0.0.0", allowsOtherMachines: true), by: silent) { port, _, _ in
      _ = try RawClient(port: port)
    }
  }

  @Test("refuses settings that make no sense")
  func settings() {
    #expect(problem(.init(host: "example.org"))?.code == .invalidSetting)
    #expect(problem(.init(port: 70_000))?.message == "70000 is not a port.")
    #expect(problem(.init(threadCount: 0))?.message == "The server's threadCount cannot be 0.")
  }

  @Test("starts once")
  func startsOnce() throws {
    try serving(by: silent) { _, _, server in
      #expect { try server.start() } throws: { ($0 as? EmulatorServerError)?.code == .alreadyStarted }
      try server.stop()
      try server.stop()
      #expect { try server.start() } throws: { ($0 as? EmulatorServerError)?.code == .alreadyStarted }
    }
  }

  @Test("stops with sessions open: every exchange is told, every client sees the end", arguments: [1, 3])
  func stopsWhileOpen(threadCount: Int) throws {
    let script: ScriptedExchange.Script = { input, _ in
      switch input {
      case .opened: [.timer(0, milliseconds: 60_000)]
      case .message: [.send("x")]
      default: []
      }
    }
    let journal = Journal()
    let server = EmulatorServer(settings: .init(threadCount: threadCount)) { request in
      ScriptedExchange(number: journal.note(request), journal: journal) { input, now in
        input == .opened && request.transport == .webSocket ? [.accept(headers: [])] : script(input, now)
      }
    }
    let port = try server.start()
    let idle = try RawClient(port: port)
    let waiting = try (0..<20).map { _ in try RawClient(port: port) }
    for client in waiting { client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n") }
    let sockets = try (0..<20).map { _ in try RawWebSocket.open(port: port) }
    #expect(eventually { journal.requests.count == 40 && server.openConnectionCount == 41 })
    try server.stop()
    #expect(server.openConnectionCount == 0)
    for exchange in 0..<40 { #expect(journal.inputs(of: exchange) == [.opened, .closed]) }
    for socket in sockets {
      #expect(Array(try socket.receive().payload.prefix(2)) == RawWebSocket.Frame.close(1001).payload)
    }
    for client in waiting + [idle] + sockets.map(\.client) {
      #expect(client.takeAll() == "")
      #expect(client.end == .orderly)
    }
  }

  @Test("turns connections away beyond the limit, and takes new ones when others have ended")
  func connectionLimit() throws {
    try serving(.init(connectionLimit: 2), by: answering(.whole("ok"))) { port, _, server in
      let first = try RawClient(port: port)
      let second = try RawClient(port: port)
      #expect(eventually { server.openConnectionCount == 2 })
      let third = try RawClient(port: port)
      #expect(third.takeAll() == "")
      #expect(server.refusedConnectionCount == 1)
      first.close()
      #expect(eventually { server.openConnectionCount == 1 })
      let fourth = try RawClient(port: port)
      for client in [second, fourth] {
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = try client.take(through: "ok")
      }
    }
  }
}
