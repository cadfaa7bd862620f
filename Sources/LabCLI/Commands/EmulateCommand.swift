import ArgumentParser
import Foundation
import LabEmulation
import LabEmulatorServer
import LabPlan
import LabProviders
import LabRecord
import LabRunner
import LabTransport
import TurnLab

/// `turnlab emulate`: serves the emulated providers on this machine.
struct EmulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "emulate", abstract: "Serve the emulated providers on this machine until Ctrl-C.",
    discussion: """
      Point a client at the address that is printed. Every service answers at its own path, with any key:

      \(EmulatedVendors.list)

      With --plan, speech to text knows the words of the plan's corpora, the services behave in time as the plan says, \
      and the plan's own servers answer below their names, e.g. /vllm/qwen/v1. With --fault or --faults they go wrong; \
      what can go wrong is listed in Documentation/faults.md.
      """)

  @Option(help: "The port to listen on; any free one when 0.")
  var port = 0

  @Flag(help: "Serve TLS with a certificate made for 127.0.0.1.")
  var tls = false

  @Option(help: "The plan whose corpora and latencies to serve.")
  var plan: String?

  @Option(
    name: .customLong("fault"),
    help: ArgumentHelp(
      "What goes wrong, e.g. rate_limited or silence,provider=deepgram/*,every=2,after_ms=500. May be repeated.",
      valueName: "fault"))
  var faults: [String] = []

  @Option(
    name: .customLong("faults"), help: "A YAML file with a list “faults:” of what goes wrong, as in a plan.")
  var faultFile: String?

  @Option(help: "Append when each piece of each response was written to this file, one JSON object a line.")
  var writeLog: String?

  func validate() throws {
    if !(0...65_535).contains(port) { throw ValidationError("--port is \(port); it must be 0 to 65535.") }
  }

  func run() throws {
    let console = Console.current
    let plan = try plan.map { try PlanReader.read($0) }
    let faults = try FaultOptions.read(faults: self.faults, file: faultFile)
    let services = try EmulatedServices(plan: plan, faults: faults)
    var settings = EmulatorServer.Settings(port: port)
    if tls {
      settings.certificate = try .selfSigned(in: FileManager.default.temporaryDirectory.path)
    }
    settings.writeLog = try writeLog.map { try WriteLog(file: $0) }
    let ended = DispatchSemaphore(value: 0)
    console.onInterruption { ended.signal() }
    // As many as the server accepts; where the system allows fewer, those beyond are refused.
    _ = OpenFileLimit.raise(to: settings.connectionLimit + 64)
    let server = EmulatorServer(
      settings: settings,
      connectionFault: { services.connectionFault(number: $0).flatMap(ConnectionFault.init) },
      exchange: { services.exchange(for: $0) })
    let port = try server.start()
    console.output("\(tls ? "https" : "http")://127.0.0.1:\(port)")
    if let certificate = settings.certificate { console.note("Certificate: \(certificate.certificatePath)") }
    console.note("Serving the emulated providers. Stop with Ctrl-C.")
    ended.wait()
    try server.stop()
  }
}
