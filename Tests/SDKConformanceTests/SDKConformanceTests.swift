import Foundation
import TestConditions
import TestSupport
import Testing

/// The providers' own client libraries, unmodified, against the emulator.
@Suite(
  "The official Python SDKs", .serialized, .timeLimit(.minutes(10)), .needs(.python),
  .enabled(if: PythonEnvironment.python != nil, "python3 is missing, so the SDKs cannot be run."))
struct SDKConformanceTests {
  static let sdks = ((try? SDKChecks.all.get()) ?? []).map(\.name)

  @Test("work against the emulator", arguments: sdks)
  func works(sdk: String) async throws {
    // Other tests go on while Python is waited for.
    let printed = try await onOwnThread {
      let interpreter = try PythonEnvironment.interpreter.get()
      let services = try EmulatedServices()
      let printed = try Command.run(
        [interpreter, PythonEnvironment.clients + "/conformance.py", sdk + "_checks"],
        environment: services.environment)
      try services.stop()
      return printed
    }
    let checks = try printed.split(separator: "\n").map {
      try JSONDecoder().decode(Check.self, from: Data($0.utf8))
    }
    #expect(!checks.isEmpty)
    for check in checks { #expect(check.problem == nil, "\(sdk): \(check.check)") }
  }

  @Test("are named by the checks that drive them")
  func requirements() throws {
    #expect(try SDKChecks.all.get().count >= 8)
  }

  private struct Check: Decodable {
    var check: String
    var problem: String?
  }
}
