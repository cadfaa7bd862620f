import Foundation

/// `report.json` and `environment.json`: indented JSON with sorted keys, so that equal values are equal bytes.
public enum ReportJSON {
  /// The report as a file.
  ///
  /// - Throws: `EncodingError` when a figure is not finite; nothing else can fail.
  public static func bytes(_ report: RunReport) throws -> [UInt8] {
    try document(report)
  }

  /// The environment as a file.
  ///
  /// - Throws: `EncodingError` when a figure is not finite; nothing else can fail.
  public static func bytes(_ environment: EnvironmentFile) throws -> [UInt8] {
    try document(environment)
  }

  /// What a soak found, as a file.
  ///
  /// - Throws: `EncodingError` when a figure is not finite; nothing else can fail.
  public static func bytes(_ soak: SoakReport) throws -> [UInt8] {
    try document(soak)
  }

  /// What a load test found, as a file.
  ///
  /// - Throws: `EncodingError` when a figure is not finite; nothing else can fail.
  public static func bytes(_ load: LoadReport) throws -> [UInt8] {
    try document(load)
  }

  /// Reads a report back.
  ///
  /// - Throws: `ReportFailure` that names the path when the bytes are no report or of an unknown schema.
  public static func report(from bytes: [UInt8], path: String) throws -> RunReport {
    try decode(RunReport.self, from: bytes, path: path, schema: RunReport.currentSchema)
  }

  /// Reads an environment back.
  ///
  /// - Throws: `ReportFailure` that names the path when the bytes are no environment or of an unknown schema.
  public static func environment(from bytes: [UInt8], path: String) throws -> EnvironmentFile {
    try decode(EnvironmentFile.self, from: bytes, path: path, schema: EnvironmentFile.currentSchema)
  }

  private struct Preamble: Decodable {
    var schema: String?
  }

  /// Any value as a file: indented, with sorted keys, so that equal values are equal bytes, and a newline at the end.
  ///
  /// - Throws: `EncodingError` when a figure is not finite; nothing else can fail.
  public static func document(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], path: String, schema: String
  ) throws -> Value {
    let data = Data(bytes)
    let hint = "Make it anew from its record with 'turnlab report'."
    do {
      let found = try JSONDecoder().decode(Preamble.self, from: data).schema
      guard found == schema else {
        throw ReportFailure(
          .schema, "'\(path)' has the schema '\(found ?? "none")', not '\(schema)'.", hint: hint)
      }
      return try JSONDecoder().decode(type, from: data)
    } catch is DecodingError {
      throw ReportFailure(.line, "'\(path)' does not hold what '\(schema)' asks for.", hint: hint)
    }
  }
}
