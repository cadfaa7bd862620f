import Foundation
public import LabRecord

/// The version of the program.
public enum ProgramVersion {
  /// The version that reports and certificates name.
  public static let current = "0.1.0"
}

extension RunEnvironment {
  /// What is known of this machine. The one place where the program reads the wall clock, for display.
  public static func ofThisMachine() -> RunEnvironment {
    let process = ProcessInfo.processInfo
    return RunEnvironment(
      startedAt: Date().formatted(.iso8601), version: ProgramVersion.current, host: process.hostName,
      system: process.operatingSystemVersionString, processor: processorName(),
      processors: process.activeProcessorCount)
  }

  private static func processorName() -> String? {
    guard let text = FileManager.default.contents(atPath: "/proc/cpuinfo") else { return nil }
    return String(decoding: text, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("model name") }?
      .split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
