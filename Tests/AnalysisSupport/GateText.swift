import LabGates
import LabYAML

/// Gate files as tests write them.
enum GateText {
  static let today = CalendarDate("2026-11-21")

  /// Reads a gate file.
  static func read(_ text: String, today: String = "2026-11-21") throws -> GateFile {
    guard let today = CalendarDate(today) else {
      throw GateError("“\(today)” is not a date.", hint: "Write another.")
    }
    return try GateFileReader.read(YAMLReader(text: text, file: "g.yaml"), today: today)
  }

  /// Reads a file of one gate with the lines given, which stand from line 4 on.
  static func gate(_ lines: String...) throws -> Gate {
    guard let gate = try read(file(lines)).gates.first else {
      throw GateError("The file has no gate.", hint: "Write one.")
    }
    return gate
  }

  /// The problems of a file of one gate with the lines given, which stand from line 4 on.
  static func problems(_ lines: String..., screening: String = "", waivers: String = "") throws -> [String] {
    try problems(of: file(lines) + screening + waivers)
  }

  /// The problems of a whole file.
  static func problems(of text: String, today: String = "2026-11-21") throws -> [String] {
    do {
      _ = try read(text, today: today)
      return []
    } catch let error as GateError {
      return error.problems.map(\.description)
    }
  }

  private static func file(_ lines: [String]) -> String {
    (["name: nightly", "gates:", "  - id: v2v"] + lines.map { "    " + $0 }).joined(separator: "\n") + "\n"
  }
}
