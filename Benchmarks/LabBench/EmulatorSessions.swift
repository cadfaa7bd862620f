import Foundation
import LabProviders

/// The emulator alone with very many sessions of mixed providers: how late it is with what it writes.
///
/// A client in another process has the sessions: callers who stream sound in messages of 100 ms, prompts one after
/// another, texts to be spoken one after another. The server's log says of every write when it was due (the instant of its
/// timer, or of the arrival that it answers) and when it was written.
enum EmulatorSessions {
  private static let sessions = 1000
  private static let seconds = 25

  static func run(_ workshop: Workshop) throws -> [Figure] {
    let log = workshop.scratch("sessions.jsonl")
    let server = try EmulatorProcess(workshop: workshop, plan: "Benchmarks/emulator-sessions.yaml", log: log)
    let client = Process()
    let output = Pipe()
    client.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    client.arguments = ["--sessions-client", String(server.port), String(sessions), String(seconds)]
    client.currentDirectoryURL = URL(fileURLWithPath: workshop.project)
    client.standardOutput = output
    try client.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    client.waitUntilExit()
    let cost = server.cost()
    try server.stop()
    guard client.terminationStatus == 0,
      let load = try? JSONDecoder().decode(SessionLoad.Result.self, from: data)
    else {
      throw BenchFailure("the client of the sessions ended with status \(client.terminationStatus)")
    }
    let lateness = try Self.lateness(log, from: load.steadyFrom, to: load.steadyTo)
    note(
      "emulator with \(sessions) sessions: \(lateness.count) writes in \(plain(Double(load.steadyTo - load.steadyFrom) / 1e9)) s, "
        + "\(load.replies) replies, \(load.failures) failures, most open at once \(load.open); emulator \(plain(cost.cpu)) CPU s in all, "
        + "client \(plain(load.cpuSeconds)) CPU s")
    let echo = try EchoLoop(connections: 1, roundTrips: 5000)
    return [
      Figure(
        name: "emulator.sessions_open", value: Double(load.open), unit: "", goal: .atLeast(Double(sessions))),
      Figure(name: "emulator.failures", value: Double(load.failures), unit: "", goal: .exactly(0)),
      Figure(
        name: "emulator.reply_lateness.p50", value: percentile(lateness, 0.5), unit: "ms", goal: .atMost(10),
        ratio: .atMost(20), to: echo.reference(0.5)),
      Figure(
        name: "emulator.reply_lateness.p99", value: percentile(lateness, 0.99), unit: "ms",
        goal: .atMost(10), ratio: .atMost(50), to: echo.reference(0.99)),
      Figure(
        name: "emulator.reply_lateness.max", value: lateness.max() ?? .nan, unit: "ms", goal: .atMost(100),
        isDecisive: false),
      Figure(name: "emulator.resident_peak", value: cost.megabytes, unit: "MB", goal: .atMost(500)),
    ]
  }

  /// Milliseconds between when writes were due and when they were made, while all sessions were there.
  private static func lateness(_ path: String, from: Int64, to: Int64) throws -> [Double] {
    struct Entry: Decodable {
      var kind: String
      var written: Int64
      var due: Int64?

      private enum CodingKeys: String, CodingKey {
        case kind
        case written = "monotonic_ns"
        case due = "due_ns"
      }
    }
    let decoder = JSONDecoder()
    return try (FileManager.default.contents(atPath: path) ?? Data()).split(separator: 0x0A).compactMap {
      line in
      let entry = try decoder.decode(Entry.self, from: line)
      guard let due = entry.due, (from...to).contains(entry.written) else { return nil }
      return Double(entry.written - due) / 1e6
    }
  }

  /// The child: has the sessions and says how it went.
  static func client(port: Int, count: Int, seconds: Int) throws {
    let load = try SessionLoad(port: port, count: count)
    FileHandle.standardOutput.write(try JSONEncoder().encode(try load.run(seconds: seconds)))
  }
}
