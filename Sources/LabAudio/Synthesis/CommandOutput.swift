import Foundation

/// What a program that has ended left behind.
struct CommandOutput: Hashable {
  var status: Int32
  /// Standard output and standard error together.
  var text: String

  /// Runs a program to its end, with nothing of this process's environment but the search path.
  ///
  /// - Returns: nil when no folder of the search path has the program.
  static func running(
    _ program: String, _ arguments: [String], searchPath: String
  ) throws -> CommandOutput? {
    let candidates = searchPath.split(separator: ":").map { "\($0)/\(program)" }
    guard let path = candidates.first(where: FileManager.default.isExecutableFile(atPath:)) else {
      return nil
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ["PATH": searchPath, "LC_ALL": "C.UTF-8"]
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return CommandOutput(status: process.terminationStatus, text: String(decoding: output, as: UTF8.self))
  }
}
