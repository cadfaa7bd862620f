import ArgumentParser
import Foundation
import LabEmulation
import LabEmulatorServer
import LabProviders
import LabRunner

/// `turnlab emulate`: serves the emulated providers on this machine.
struct EmulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "emulate", abstract: "Serve the emulated providers on this machine until Ctrl-C.",
    discussion: """
      Point a client at the address that is printed: Deepgram's listen and speak (WebSocket and HTTP) and OpenAI's \
      chat completions answer at their own paths, with any key. With --plan, speech to text knows the words of \
      the plan's corpora and the services behave in time as the plan says.
      """)

  @Option(help: "The port to listen on; any free one when 0.")
  var port = 0

  @Flag(help: "Serve TLS with a certificate made for 127.0.0.1.")
  var tls = false

  @Option(help: "The plan whose corpora and latencies to serve.")
  var plan: String?

  @Option(help: "Append when each piece of each response was written to this file, one JSON object a line.")
  var writeLog: String?

  func validate() throws {
    if !(0...65_535).contains(port) { throw ValidationError("--port is \(port); it must be 0 to 65535.") }
  }

  func run() throws {
    let console = Console.current
    let services = try services()
    var settings = EmulatorServer.Settings(port: port)
    if tls {
      settings.certificate = try .selfSigned(in: FileManager.default.temporaryDirectory.path)
    }
    settings.writeLog = try writeLog.map { try WriteLog(file: $0) }
    let ended = DispatchSemaphore(value: 0)
    console.onInterruption { ended.signal() }
    let server = EmulatorServer(settings: settings) { services($0) }
    let port = try server.start()
    console.output("\(tls ? "https" : "http")://127.0.0.1:\(port)")
    if let certificate = settings.certificate { console.note("Certificate: \(certificate.certificatePath)") }
    console.note("Serving the emulated providers. Stop with Ctrl-C.")
    ended.wait()
    try server.stop()
  }

  /// Finds the service that answers a request.
  private func services() throws -> @Sendable (ConnectionRequest) -> any EmulatedExchange {
    guard let plan else {
      let providers = EmulatedProviders(seed: 1, book: TranscriptBook(utterances: []))
      return { providers.exchange(for: $0) }
    }
    let arms = try PlanRunner(RunRequest(plan: try PlanReader.read(plan), mode: .loopback)).emulatedArms()
    return { arms.exchange(for: $0) }
  }
}
