import Foundation
import LabEmulatorServer
import TestSupport
import Testing

@testable import LabCLI
@testable import LabRunner

@Suite("turnlab emulate")
struct EmulateCommandTests {
  @Test("says which port is in use")
  func reportsPortInUse() throws {
    let server = EmulatorServer(settings: .init()) { _ in SilentExchange() }
    let port = try server.start()
    defer { #expect(throws: Never.self) { try server.stop() } }
    let outcome = Program.run("emulate", "--port", "\(port)")
    #expect(outcome.exit == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.error.hasPrefix("turnlab: Port \(port) on 127.0.0.1 is already in use.\n"))
  }

  @Test("refuses a port that is none")
  func refusesPort() {
    let outcome = Program.run("emulate", "--port", "70000")
    #expect(outcome.exit == 64)
    #expect(outcome.error.contains("--port is 70000; it must be 0 to 65535."))
  }

  @Test("refuses a plan that is not there before it serves anything")
  func refusesMissingPlan() throws {
    let scratch = try ScratchFolder()
    let outcome = Program.run("emulate", "--plan", scratch.file("none.yaml"))
    #expect(outcome.exit == 78)
    #expect(outcome.output.isEmpty)
  }

  @Test("prints where it serves, and ends with 0 when it is asked to")
  func servesUntilInterrupted() async throws {
    let plan = try ShortPlan()
    let path = plan.path
    let end = try await onOwnThread {
      let program = Program()
      Thread.detachNewThread {
        if waitUntil({ program.output.hasSuffix("\n") }) { program.interrupt() }
      }
      return program.run(["emulate", "--plan", path])
    }
    #expect(end.exit == 0)
    #expect(end.output.hasPrefix("http://127.0.0.1:"))
    #expect(end.error == "Serving the emulated providers. Stop with Ctrl-C.\n")
  }
}
