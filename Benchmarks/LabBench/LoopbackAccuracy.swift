import Foundation
import LabAnalysis
import LabProviders
import LabRecord
import LabTimeline
import LabTransport

/// The first token as the client stamps it, against the server's own log of when it wrote it.
///
/// The server is another process; both read CLOCK_MONOTONIC of the same machine.
enum LoopbackAccuracy {
  private static let levels: [(concurrency: Int, requests: Int, p50: Double, p99: Double)] = [
    (1, 150, 0.2, 1), (10, 400, 0.2, 1), (50, 1000, 0.2, 1), (200, 2000, 0.3, 4),
  ]
  /// What an error may be over the round trip of a bare echo.
  private static let ratios = (p50: 8.0, p99: 40.0)

  static func run(_ workshop: Workshop) throws -> [Figure] {
    let log = workshop.scratch("writes.jsonl")
    let server = try EmulatorProcess(workshop: workshop, plan: "Benchmarks/accuracy.yaml", log: log)
    var stamps: [String: Int64] = [:]
    var figures: [Figure] = []
    for level in levels {
      let before = ProcessCost.ofThisProcess().cpu
      let client = try ChatClient(port: server.port, prefix: "c\(level.concurrency)")
      stamps.merge(try client.run(requests: level.requests, concurrency: level.concurrency)) { $1 }
      let cpu = ProcessCost.ofThisProcess().cpu - before
      guard level.requests == 1000 else { continue }
      figures.append(
        Figure(
          name: "loopback.accuracy.cpu_1000_requests", value: cpu, unit: "s", goal: .atMost(5),
          ratio: .atMost(150), to: try EchoLoop(connections: 50, roundTrips: 10_000).cpu(ofRoundTrips: 1000)))
      figures.append(
        Figure(
          name: "loopback.accuracy.resident_1000_requests", value: residentMegabytes(), unit: "MB",
          goal: .atMost(60)))
    }
    try server.stop()
    let echo = try EchoLoop(connections: 1, roundTrips: 5000)
    let written = try firstTokens(log)
    for level in levels {
      let prefix = "c\(level.concurrency)-"
      let errors = stamps.filter { $0.key.hasPrefix(prefix) }.compactMap { id, stamp in
        written[id].map { Double(stamp - $0) / 1e6 }
      }
      guard errors.count == level.requests else {
        throw BenchFailure("the server's log has \(errors.count) of \(level.requests) requests")
      }
      let name = "loopback.accuracy.ttft_error_at_\(level.concurrency)"
      figures += [
        Figure(
          name: name + ".p50", value: percentile(errors, 0.5), unit: "ms", goal: .atMost(level.p50),
          ratio: .atMost(ratios.p50), to: echo.reference(0.5)),
        Figure(
          name: name + ".p99", value: percentile(errors, 0.99), unit: "ms", goal: .atMost(level.p99),
          ratio: .atMost(ratios.p99), to: echo.reference(0.99)),
      ]
    }
    return figures
  }

  /// When the server wrote each reply's first token: the second piece of the body, after the one with the role.
  private static func firstTokens(_ path: String) throws -> [String: Int64] {
    struct Entry: Decodable {
      var requestID: String?
      var kind: String
      var nanoseconds: Int64

      private enum CodingKeys: String, CodingKey {
        case requestID = "request_id"
        case kind
        case nanoseconds = "monotonic_ns"
      }
    }
    var bodies: [String: [Int64]] = [:]
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      let entry = try JSONDecoder().decode(Entry.self, from: Data(line.utf8))
      if entry.kind == "body", let id = entry.requestID {
        bodies[id, default: []].append(entry.nanoseconds)
      }
    }
    return bodies.compactMapValues { $0.count > 1 ? $0[1] : nil }
  }
}

/// `turnlab emulate` as a process of its own.
final class EmulatorProcess {
  let port: Int
  private let process = Process()

  init(workshop: Workshop, plan: String, log: String?) throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: workshop.turnlab)
    process.arguments = ["emulate", "--plan", plan] + (log.map { ["--write-log", $0] } ?? [])
    process.currentDirectoryURL = URL(fileURLWithPath: workshop.project)
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let text = line.split(separator: ":").last, let port = Int(text.prefix { $0.isNumber }) else {
      throw BenchFailure("turnlab emulate did not say its port: “\(line)”")
    }
    self.port = port
  }

  /// What it cost so far: seconds of processor time, and the most memory that it had resident, in MB.
  func cost() -> (cpu: Double, megabytes: Double) {
    func words(_ file: String) -> [Substring] {
      let path = "/proc/\(process.processIdentifier)/\(file)"
      return String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
        .split(whereSeparator: \.isWhitespace)
    }
    // The name in the second field has no space in it; fields 14 and 15 count ticks.
    let ticks = words("stat").dropFirst(13).prefix(2).compactMap { Double($0) }.reduce(0, +)
    let status = words("status")
    let peak = status.firstIndex(of: "VmHWM:").flatMap { Double(status[$0 + 1]) } ?? .nan
    return (ticks / Double(sysconf(Int32(_SC_CLK_TCK))), peak / 1024)
  }

  func stop() throws {
    process.interrupt()
    process.waitUntilExit()
  }
}

/// Asks for chat completions with the lab's own client and transport, and notes the stamp of each first token.
final class ChatClient {
  private let inbox = DriverInbox()
  private let transport: HTTPTransport
  private let port: Int
  private let prefix: String
  private var sessions: [Int: any LanguageModelSession] = [:]
  /// The request id that each session sent.
  private var names: [Int: String] = [:]
  private var stamps: [String: Int64] = [:]
  private var actions: [LanguageModelAction] = []

  init(port: Int, prefix: String) throws {
    self.port = port
    self.prefix = prefix
    transport = try HTTPTransport(sink: inbox)
  }

  func run(requests: Int, concurrency: Int) throws -> [String: Int64] {
    var next = 0
    var finished = 0
    while next < min(concurrency, requests) {
      try begin(next)
      next += 1
    }
    while finished < requests {
      for event in inbox.wait(until: nil) {
        guard try handle(event) else { continue }
        finished += 1
        if next < requests {
          try begin(next)
          next += 1
        }
      }
    }
    transport.shutdown()
    return stamps
  }

  private func begin(_ number: Int) throws {
    let configuration = SessionConfiguration(
      endpoint: Endpoint(isSecure: false, host: "127.0.0.1", port: port), apiKey: "bench", sampleRate: 16_000,
      sessionID: "\(prefix)-\(number)")
    var session = try ProviderCatalogue.standard.makeLanguageModel(
      "openai/gpt-4o-mini", configuration: configuration)
    session.request(
      RequestID(0), messages: [ChatMessage(role: .user, content: "Say something short.")], at: .origin,
      into: &actions)
    sessions[number] = session
    for action in actions {
      guard case .open(_, let request) = action, case .http(let method) = request.transport else { continue }
      let id = request.headers.value(of: "X-Client-Request-Id") ?? ""
      names[number] = id
      transport.start(
        TransportID(number),
        HTTPRequest(
          method: method, url: request.url, headers: request.headers.map { HTTPHeader($0.name, $0.value) },
          body: request.body))
    }
    actions.removeAll()
  }

  /// - Returns: whether the request is over.
  private func handle(_ event: TransportEvent) throws -> Bool {
    let number = event.connection.number
    let arrival: WireEvent
    switch event.kind {
    case .opened(let status, _, _):
      arrival = .opened(ResponseHead(status: status, headers: [], setup: .reused))
    case .body(let bytes): arrival = .body(bytes)
    case .bodyEnded: arrival = .bodyEnded
    case .failed(let failure): throw BenchFailure("a request failed: \(failure.message)")
    default: return false
    }
    sessions[number]?.receive(WireArrival(arrival), on: ConnectionKey(0), at: .origin, into: &actions)
    for action in actions {
      if case .emit(.token) = action, let name = names[number], stamps[name] == nil {
        stamps[name] = event.at.nanoseconds
      }
      if case .emit(.failed(_, let failure)) = action {
        throw BenchFailure("a request failed: \(failure.message)")
      }
    }
    actions.removeAll()
    return event.isLast
  }
}
