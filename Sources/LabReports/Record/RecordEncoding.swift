import Foundation
public import LabTimeline

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
  /// - Throws: `ReportFailure` with the code `.schema` for a header of another version, and `DecodingError` for
  ///   anything that is not a record line. Unknown keys are no error.
  public static func decode(_ bytes: some Collection<UInt8>) throws -> RecordLine {
    let data = Data(bytes)
    let decoder = JSONDecoder()
    let preamble = try decoder.decode(Preamble.self, from: data)
    if preamble.type == "header", preamble.schema != RecordHeader.currentSchema {
      throw ReportFailure(
        .schema, "The record has the schema '\(preamble.schema ?? "none")', not '\(RecordHeader.currentSchema)'.",
        hint: "Read it with the version of turnlab that wrote it.")
    }
    return try decoder.decode(RecordLine.self, from: data)
  }

  static let newline = UInt8(ascii: "\n")

  /// What every version of a record line has in common.
  private struct Preamble: Decodable {
    var type: String
    var schema: String?
  }
}
