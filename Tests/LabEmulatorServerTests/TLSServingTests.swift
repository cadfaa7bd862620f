import Foundation
import LabEmulation
import LabEmulatorServer
import LabProviders
import LabTimeline
import LabTransport
import Testing

@Suite("Serving with TLS", .timeLimit(.minutes(2)))
struct TLSServingTests {
  /// Answers HTTP with a stream of three pieces, and WebSockets by echo; resets on request.
  private let script: ScriptedExchange.Script = { input, _ in
    switch input {
    case .message(.text("reset")): [.reset]
    case .message(.text("close")): [.close(code: 1000, reason: "")]
    case .message(let message): [.send(message, received: nil)]
    case .timer(let timer): [.body("data: \(timer.number)\n\n")] + (timer.number == 2 ? [.endBody] : [])
    case .opened, .closed: []
    }
  }

  private func servingTLS(
    _ body: (Int, Journal, _ certificatePath: String) throws -> Void
  ) throws {
    try withFolder { folder in
      let certificate = try ServerCertificate.selfSigned(in: folder)
      let journal = Journal()
      let script = script
      let server = EmulatorServer(settings: .init(certificate: certificate)) { request in
        ScriptedExchange(number: journal.note(request), journal: journal) { input, now in
          guard input == .opened else { return script(input, now) }
          if request.transport == .webSocket { return [.accept(headers: [])] }
          return [.respond(status: 200, headers: [])] + (0..<3).map { .timer($0, milliseconds: 10 * $0) }
        }
      }
      let port = try server.start()
      try body(port, journal, certificate.certificatePath)
      try server.stop()
    }
  }

  @Test("serves a certificate that it made for this machine", arguments: ["127.0.0.1", "localhost"])
  func http(host: String) throws {
    try servingTLS { port, journal, path in
      let inbox = DriverInbox()
      let transport = try HTTPTransport(settings: .init(certificateAuthorityFile: path), sink: inbox)
      transport.start(TransportID(1), HTTPRequest(method: "GET", url: "https://\(host):\(port)/"))
      let events = gather(from: inbox)
      transport.shutdown()
      let body = events.flatMap { if case .body(let bytes) = $0.kind { bytes } else { [UInt8]() } }
      #expect(String(decoding: body, as: UTF8.self) == "data: 0\n\ndata: 1\n\ndata: 2\n\n")
      #expect(journal.awaitClosed())
      #expect(journal.requests.first?.endpoint == Endpoint(isSecure: true, host: "127.0.0.1", port: port))
    }
  }

  @Test("a client that does not trust the certificate gets no exchange")
  func untrusted() throws {
    try servingTLS { port, journal, _ in
      let inbox = DriverInbox()
      let transport = try HTTPTransport(sink: inbox)
      transport.start(TransportID(1), HTTPRequest(method: "GET", url: "https://127.0.0.1:\(port)/"))
      let events = gather(from: inbox)
      transport.shutdown()
      guard case .failed(let failure) = events.last?.kind else {
        Issue.record("expected a failure, got \(events)")
        return
      }
      #expect(failure.code == .tls)
      #expect(journal.requests.isEmpty)
    }
  }

  @Test("carries WebSockets, closes them with their handshake, and resets without a farewell")
  func webSockets() throws {
    try servingTLS { port, journal, path in
      let inbox = DriverInbox()
      let transport = try WebSocketTransport(settings: .init(certificateAuthorityFile: path), sink: inbox)
      for (id, last) in [(1, "close"), (2, "reset")] {
        transport.open(TransportID(id), WebSocketRequest(url: "wss://127.0.0.1:\(port)/"))
        transport.send(TransportID(id), .text("hello"))
        transport.send(TransportID(id), .text(last))
        let events = gather(from: inbox)
        #expect(events.contains { if case .text("hello") = $0.kind { true } else { false } })
        guard case .closed(let code, _) = events.last?.kind else {
          Issue.record("expected a close, got \(events)")
          continue
        }
        #expect(code == (last == "close" ? 1000 : 1006))
      }
      try transport.shutdown()
      #expect(journal.awaitClosed(2))
    }
  }

  @Test("says which file of a certificate cannot be used")
  func unusableFiles() throws {
    try withFolder { folder in
      let good = try ServerCertificate.selfSigned(in: folder)
      try FileManager.default.createDirectory(atPath: folder + "/other", withIntermediateDirectories: false)
      let other = try ServerCertificate.selfSigned(in: folder + "/other")
      for (certificate, key, named) in [
        (folder + "/none.pem", good.keyPath, "none.pem"), (good.keyPath, good.keyPath, "server-key.pem"),
        (good.certificatePath, good.certificatePath, "server-certificate.pem"),
        (good.certificatePath, other.keyPath, "other/server-key.pem"),
      ] {
        let settings = EmulatorServer.Settings(
          certificate: ServerCertificate(certificatePath: certificate, keyPath: key))
        let error = #expect(throws: EmulatorServerError.self) {
          try serving(settings, by: script) { _, _, _ in }
        }
        #expect(error?.code == .certificate)
        #expect(error?.message.contains(named) == true)
      }
    }
    let error = #expect(throws: EmulatorServerError.self) {
      try ServerCertificate.selfSigned(in: "/none/such")
    }
    #expect(error?.code == .certificateNotMade)
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    try body(folder.path)
  }

  private func gather(from inbox: DriverInbox) -> [TransportEvent] {
    let deadline = MonotonicClock.now().advanced(by: .seconds(20))
    var events: [TransportEvent] = []
    while !events.contains(where: \.isLast), MonotonicClock.now() < deadline {
      events += inbox.wait(until: deadline)
    }
    return events
  }
}
