import Foundation
import LabPlan
import TestSupport

/// A virtual environment with the providers' own client libraries, made once and kept in `.build`.
enum PythonEnvironment {
  /// Where Python is; `nil` on a machine without it.
  static let python: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { $0 + "/python3" }.first { FileManager.default.isExecutableFile(atPath: String($0)) }.map(
      String.init)

  static let clients = Repository.file("Tests/SDKConformanceTests/Clients").path

  /// The interpreter of the environment, which is made when it is not there or was made for other
  /// requirements.
  static let interpreter = Result { try made() }

  private static func made() throws -> String {
    let requirements = try Set(SDKChecks.all.get().map(\.requirement)).sorted()
    let digest = SHA256Digest(of: Array(requirements.joined(separator: "\n").utf8)).bytes.prefix(8)
      .map { String($0, radix: 16) }.joined()
    let folder = Repository.file(".build/sdk-conformance-" + digest).path
    let interpreter = folder + "/bin/python"
    guard !FileManager.default.fileExists(atPath: folder + "/complete") else { return interpreter }
    guard let python else { throw PythonProblem(command: "python3", output: "not found") }
    _ = try Command.run([python, "-m", "venv", "--clear", folder])
    _ = try Command.run(
      [interpreter, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"] + requirements)
    try Data().write(to: URL(fileURLWithPath: folder + "/complete"))
    return interpreter
  }
}

/// A command of the environment that went wrong.
struct PythonProblem: Error, CustomStringConvertible {
  var command: String
  var output: String

  var description: String { "\(command): \(output)" }
}

/// Runs a program to its end.
enum Command {
  /// What it printed; what it complained about is part of the error.
  static func run(_ arguments: [String], environment: [String: String] = [:]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: arguments[0])
    process.arguments = Array(arguments.dropFirst())
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (output, problems) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = problems
    try process.run()
    let complaints = Complaints(problems)
    let printed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw PythonProblem(
        command: arguments.joined(separator: " "), output: complaints.text().suffix(2000) + "")
    }
    return printed
  }

  /// Reads a pipe on a thread of its own, so that a full pipe cannot hold the program up.
  private final class Complaints: @unchecked Sendable {
    private var data = Data()
    private let done = DispatchSemaphore(value: 0)

    init(_ pipe: Pipe) {
      Thread.detachNewThread { [self] in
        data = pipe.fileHandleForReading.readDataToEndOfFile()
        done.signal()
      }
    }

    func text() -> String {
      done.wait()
      return String(decoding: data, as: UTF8.self)
    }
  }
}
