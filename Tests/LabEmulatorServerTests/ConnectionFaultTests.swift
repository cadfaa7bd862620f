import LabEmulation
import LabProviders
import LabTimeline
import Testing

@testable import LabEmulatorServer

@Suite("Connections that go wrong on sockets")
struct ConnectionFaultTests {
  /// Answers at once with a word.
  private struct Answer: EmulatedExchange {
    mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]) {
      guard input == .opened else { return }
      actions += [.respond(status: 200, headers: []), .body(Array("yes".utf8), received: nil), .endBody]
    }
  }

  /// Breaks off in the middle of a body, without a farewell.
  private struct HalfAnswer: EmulatedExchange {
    mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]) {
      guard input == .opened else { return }
      actions += [
        .respond(status: 200, headers: []), .body(Array("half".utf8), received: nil),
        .close(code: 1006, reason: ""),
      ]
    }
  }

  private static let request = "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"

  private func answer(port: Int) throws -> (text: String, end: RawClient.End?) {
    let client = try RawClient(port: port)
    client.send(Self.request)
    return (client.takeAll(), client.end)
  }

  @Test("are broken, or answered in plain text, by their number")
  func byNumber() throws {
    let faults: [Int: ConnectionFault] = [0: .broken, 1: .plainText]
    let server = EmulatorServer(connectionFault: { faults[$0] }, exchange: { _ in Answer() })
    let port = try server.start()
    defer { #expect(throws: Never.self) { try server.stop() } }
    // Whoever sends learns of the reset by that, so this client only listens.
    let broken = try RawClient(port: port)
    #expect(broken.takeAll().isEmpty)
    #expect(broken.end == .reset)
    #expect(try answer(port: port).text.hasPrefix("HTTP/1.1 400 Bad Request"))
    #expect(try answer(port: port).text.contains("yes"))
  }

  @Test("are answered late")
  func slow() throws {
    let server = EmulatorServer(
      connectionFault: { _ in .slow(.milliseconds(150)) }, exchange: { _ in Answer() })
    let port = try server.start()
    defer { #expect(throws: Never.self) { try server.stop() } }
    let begin = ServerClock.monotonicNanoseconds()
    #expect(try answer(port: port).text.contains("yes"))
    #expect(ServerClock.monotonicNanoseconds() - begin >= 150_000_000)
  }

  @Test("end in order, in the middle of a body")
  func half() throws {
    let server = EmulatorServer(exchange: { _ in HalfAnswer() })
    let port = try server.start()
    defer { #expect(throws: Never.self) { try server.stop() } }
    let (text, end) = try answer(port: port)
    #expect(text.contains("half"))
    #expect(!text.hasSuffix("0\r\n\r\n"), "the body is not declared complete")
    #expect(end == .orderly)
  }

  @Test("are sent to the listener where they fail as planned, and nobody else is")
  func listeners() throws {
    let rules = [
      FaultRule(.refused), FaultRule(.tlsFailure), FaultRule(.slowHandshake, duration: .milliseconds(100)),
    ]
    let listeners = try FaultListeners(rules: rules) { _ in Answer() }
    defer { #expect(throws: Never.self) { try listeners.stop() } }
    let request = ConnectionRequest(
      transport: .http(method: "GET"), endpoint: .init(isSecure: false, host: "127.0.0.1", port: 1),
      target: "/",
      headers: [])
    let refused = listeners.redirect(request, rules[0])
    #expect(throws: RawClient.Failure.self) { try RawClient(port: refused.endpoint.port) }
    let failing = listeners.redirect(request, rules[1])
    #expect(failing.endpoint.isSecure)
    #expect(try answer(port: failing.endpoint.port).text.hasPrefix("HTTP/1.1 400"))
    #expect(try answer(port: listeners.redirect(request, rules[2]).endpoint.port).text.contains("yes"))
    #expect(listeners.redirect(request, FaultRule(.silence)) == request)
  }
}
