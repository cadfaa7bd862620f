import Foundation
import LabEmulation
import LabRecord

/// Reads temperatures that were measured on a device: a CSV file of seconds and °C, with or without a line of
/// headings.
enum TemperatureTrace {
  /// - Throws: a ``RunError`` that names the line which is wrong.
  static func read(_ path: String) throws -> [DeviceProfile.TracePoint] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw RunError(
        .invalidPlan, "“\(path)” cannot be read: \(SystemError.text).",
        hint: "Name a file of seconds and °C, from where the program is started.")
    }
    let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
    return try lines.enumerated().compactMap { index, line in
      let fields = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      let numbers = fields.compactMap(Double.init).filter(\.isFinite)
      if fields.count == 2, numbers.count == 2 {
        return DeviceProfile.TracePoint(seconds: numbers[0], temperature: numbers[1])
      }
      if index == 0, numbers.isEmpty { return nil }
      throw RunError(
        .invalidPlan, "“\(path)” line \(index + 1) is not seconds and °C.",
        hint: "Write two numbers with a comma between them, e.g. 600,41.5")
    }
  }
}
