import LabEmulation
import LabEmulatorServer
import LabTransport

/// Holds the client's stamp of a first token against the server's own log of when it wrote it.
///
/// Both read the monotonic clock of the same machine, so that what the emulator's timers are late by is left
/// out: what remains is the socket, libcurl and the stamp.
public final class StampAccuracy {
  private let inbox = DriverInbox()
  private let transport: HTTPTransport
  private let server: EmulatorServer
  private let log: WriteLog
  private let address: String
  private var pieces: [Int: Int] = [:]
  private var stamps: [String: Int64] = [:]

  private static let model = "gpt-4o-mini"

  private init() throws {
    var profiles = EmulationProfiles.shipped
    profiles.languageModels["openai/" + Self.model] = LanguageModelProfile(
      firstToken: .fixed(.milliseconds(40)), tokenInterval: .fixed(.milliseconds(7)),
      reply: PlantedReply.text)
    let providers = EmulatedProviders(
      seed: 1, profiles: profiles, transcripts: TranscriptIndex(utterances: []))
    let log = try WriteLog()
    self.log = log
    server = EmulatorServer(settings: .init(writeLog: log)) { providers.exchange(for: $0) }
    address = "http://127.0.0.1:\(try server.start())/v1/chat/completions"
    transport = try HTTPTransport(sink: inbox)
  }

  /// Asks for replies, some of them at the same time.
  ///
  /// - Returns: how much later the first tokens were stamped than written.
  /// - Throws: a ``CalibrationError`` when a reply did not come whole, or what the emulator or the transport
  ///   throws.
  public static func measure(requests: Int, atOnce: Int) throws -> ErrorDistribution {
    let accuracy = try StampAccuracy()
    defer { accuracy.transport.shutdown() }
    let errors = Result { try accuracy.run(requests: requests, atOnce: atOnce) }
    try accuracy.server.stop()
    guard let distribution = ErrorDistribution(nanoseconds: try errors.get()) else {
      throw CalibrationError(
        .failed, "No first token was stamped, so the stamps could not be held against the write log.",
        hint: CalibrationError.again)
    }
    return distribution
  }

  private func run(requests: Int, atOnce: Int) throws -> [Int64] {
    var next = min(atOnce, requests)
    var finished = 0
    for number in 0..<next { begin(number) }
    while finished < requests {
      for event in inbox.wait(until: nil) {
        try take(event)
        guard event.isLast else { continue }
        finished += 1
        guard next < requests else { continue }
        begin(next)
        next += 1
      }
    }
    var written: [String: Int64] = [:]
    var bodies: [String: Int] = [:]
    for entry in log.entries() where entry.kind == .body {
      guard let id = entry.requestID else { continue }
      bodies[id, default: 0] += 1
      // The first piece of a reply names the role; the second holds the first token.
      if bodies[id] == 2 { written[id] = entry.monotonicNanoseconds }
    }
    return (0..<requests).compactMap { number in
      let name = Self.name(number)
      guard let stamp = stamps[name], let instant = written[name] else { return nil }
      return stamp - instant
    }
  }

  private static func name(_ number: Int) -> String { "stamp-\(number)" }

  private func begin(_ number: Int) {
    let body =
      "{\"model\":\"\(Self.model)\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"Say something.\"}]}"
    transport.start(
      TransportID(number),
      HTTPRequest(
        method: "POST", url: address,
        headers: [
          HTTPHeader("Authorization", "Bearer emulated"), HTTPHeader("Content-Type", "application/json"),
          HTTPHeader("X-Client-Request-Id", Self.name(number)),
        ], body: Array(body.utf8)))
  }

  private func take(_ event: TransportEvent) throws {
    let number = event.connection.number
    switch event.kind {
    case .body(let bytes):
      // A piece of the reply ends with an empty line.
      pieces[number, default: 0] += zip(bytes, bytes.dropFirst()).count { $0 == 10 && $1 == 10 }
      if pieces[number, default: 0] >= 2, stamps[Self.name(number)] == nil {
        stamps[Self.name(number)] = event.at.nanoseconds
      }
    case .failed(let failure):
      throw CalibrationError(
        .failed, "A request to the emulator failed: \(failure.message)", hint: CalibrationError.again)
    default: break
    }
  }
}
