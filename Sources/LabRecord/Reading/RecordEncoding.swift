import Foundation
import LabTimeline

/// The text form of record lines: one JSON object per line, its keys sorted, slashes as they are.
///
/// Equal values always give equal bytes, so that two records can be compared with `cmp`.
public enum RecordEncoding {
  /// A line in canonical JSON, its newline included.
  ///
  /// - Throws: `EncodingError` when a number is not finite; nothing else can fail.
  public static func line(_ line: RecordLine) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(line)) + [newline]
  }

  /// Reads a line, with or without its newline.
  ///
  /// - Throws: `RecordError` with the code `.schema` for a header of another version, and `DecodingError` for
  ///   anything that is not a record line. Unknown keys are not an error.
  public static func decode(_ bytes: some Collection<UInt8>) throws -> RecordLine {
    let data = Data(bytes)
    let decoder = JSONDecoder()
    do {
      let line = try decoder.decode(RecordLine.self, from: data)
      if case .header(let header) = line { try check(schema: header.schema) }
      return line
    } catch let error as DecodingError {
      // A header of another version may well lack what this one has: say that, not what is missing.
      let preamble = try decoder.decode(Preamble.self, from: data)
      if preamble.type == "header" { try check(schema: preamble.schema) }
      throw error
    }
  }

  private static func check(schema: String?) throws {
    guard schema != RecordHeader.currentSchema else { return }
    throw RecordError(
      .schema, "The record has the schema '\(schema ?? "none")', not '\(RecordHeader.currentSchema)'.",
      hint: "Read it with the version of turnlab that wrote it.")
  }

  static let newline = UInt8(ascii: "\n")

  /// What every version of a record line has in common.
  private struct Preamble: Decodable {
    var type: String
    var schema: String?
  }
}
