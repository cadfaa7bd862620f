import Foundation
import TestSupport

/// The program as it was built, run as a process of its own.
final class BuiltProgram {
  private let process = Process()
  private let output: String
  private let error: String

  /// Starts the program; what it says goes to files in the folder, which never block it.
  init(_ arguments: [String], in scratch: ScratchFolder, variables: [String: String] = [:]) throws {
    let name = UUID().uuidString
    output = try scratch.write([], to: name + ".out")
    error = try scratch.write([], to: name + ".err")
    process.executableURL = Self.path
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: error))
    try process.run()
  }

  /// The executable that was built with the tests.
  static var path: URL {
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? ""
    let beside = URL(fileURLWithPath: bundle).deletingLastPathComponent().appending(path: "turnlab")
    return FileManager.default.isExecutableFile(atPath: beside.path)
      ? beside : Repository.file(".build/debug/turnlab")
  }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  var isRunning: Bool { process.isRunning }

  /// Waits for the end; the code is negative when a signal ended the process.
  func wait() -> Program.Outcome {
    process.waitUntilExit()
    let status = process.terminationStatus
    return Program.Outcome(
      exit: process.terminationReason == .uncaughtSignal ? -status : status, output: text(of: output),
      error: text(of: error))
  }

  private func text(of path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }
}
