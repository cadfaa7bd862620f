import Foundation
import LabEmulation
import LabEmulatorServer
import LabProviders
import LabTimeline
import LabTransport
import Testing

@Suite("Write log", .timeLimit(.minutes(2)))
struct WriteLogTests {
  private let get = "GET / HTTP/1.1\r\nHost: x\r\nX-Client-Request-Id: r1\r\n\r\n"

  @Test("notes every part of a response just before it is written, with the request's id")
  func http() throws {
    let log = try WriteLog()
    let script: ScriptedExchange.Script = { input, _ in
      switch input {
      case .opened: [.respond(status: 200, headers: []), .timer(0, milliseconds: 20)]
      case .timer: [.body("abc"), .body(""), .body("de"), .endBody]
      default: []
      }
    }
    try serving(.init(writeLog: log), by: script) { port, journal, server in
      let before = MonotonicClock.now().nanoseconds
      let client = try RawClient(port: port)
      client.send(get)
      _ = try client.take(through: "0\r\n\r\n")
      let after = MonotonicClock.now().nanoseconds
      #expect(journal.awaitClosed())
      let entries = log.entries()
      #expect(entries.map(\.kind) == [.head, .body, .body, .end])
      #expect(entries.map(\.byteCount) == [0, 3, 2, 0])
      #expect(entries.allSatisfy { $0.requestID == "r1" && $0.connection == 0 && $0.request == 0 })
      let instants = [before] + entries.map(\.monotonicNanoseconds) + [after]
      #expect(instants == instants.sorted())
      let origin = try #require(server.originNanoseconds)
      let timerCameUp = origin + journal.entries[1].at.nanoseconds
      #expect(instants[1] < timerCameUp)
      #expect(timerCameUp <= instants[2])
    }
  }

  @Test("notes messages and the close of a WebSocket, but neither pings nor pongs")
  func webSocket() throws {
    let log = try WriteLog(requestIDHeader: "X-Id")
    let script: ScriptedExchange.Script = { input, _ in
      switch input {
      case .opened: [.accept(headers: [])]
      case .message: [.send("1234"), .close(code: 1000, reason: "")]
      default: []
      }
    }
    try serving(.init(writeLog: log), by: script) { port, journal, _ in
      let socket = try RawWebSocket.open(port: port, headers: ["x-id: a b"])
      socket.send(.init(opcode: 9, payload: []))
      socket.send(.text("x"))
      socket.send(.close(1000))
      #expect(journal.awaitClosed())
    }
    #expect(log.entries().map(\.kind) == [.head, .message, .end])
    #expect(log.entries().map(\.byteCount) == [0, 4, 0])
    #expect(log.entries().allSatisfy { $0.requestID == "a b" })
  }

  @Test("keeps the newest entries in memory and all of them in the file, once the server has stopped")
  func file() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: path) } }
    let log = try WriteLog(capacity: 10, file: path)
    try serving(.init(writeLog: log), by: answering(.whole("ok"))) { port, _, _ in
      for _ in 0..<2 {
        let client = try RawClient(port: port)
        for _ in 0..<1000 {
          client.send(get)
          _ = try client.take(through: "ok")
        }
      }
    }
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let decoder = JSONDecoder()
    let entries = try lines.map { try decoder.decode(WriteLogEntry.self, from: Data($0.utf8)) }
    #expect(entries.count == 6000)
    #expect(Array(entries.suffix(10)) == log.entries())
    #expect(log.overwrittenCount == 5990)
    #expect(entries.map(\.monotonicNanoseconds) == entries.map(\.monotonicNanoseconds).sorted())
    #expect(entries[5999].connection == 1)
    #expect(entries[5999].request == 999)
    #expect(lines[0].hasPrefix(#"{"byte_count":0,"connection":0,"due_ns":"#))
    #expect(lines[0].contains(#","kind":"head","monotonic_ns":"#))
  }

  @Test("says that its file cannot be opened")
  func unwritable() {
    let error = #expect(throws: EmulatorServerError.self) { try WriteLog(file: "/none/such/log.jsonl") }
    #expect(error?.code == .writeLog)
    #expect(error?.message.contains("/none/such/log.jsonl") == true)
  }
}
