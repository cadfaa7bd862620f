import Foundation

/// A JSON file that the lab writes: indented, with sorted keys, so that equal values are equal bytes.
public enum JSONDocument {
  /// A value as a file, with a newline at the end.
  ///
  /// - Throws: `EncodingError` when a figure is not finite; nothing else can fail.
  public static func bytes(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
  }

  /// Reads a value back.
  ///
  /// - Parameter schema: What the file's `schema` must say.
  /// - Throws: ``RecordError`` that names the path when the bytes are of another schema or do not hold what it asks
  ///   for.
  package static func read<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], path: String, schema: String
  ) throws -> Value {
    let data = Data(bytes)
    let hint = "Make it anew from its record with 'turnlab report'."
    do {
      let found = try JSONDecoder().decode(Preamble.self, from: data).schema
      guard found == schema else {
        throw RecordError(
          .schema, "'\(path)' has the schema '\(found ?? "none")', not '\(schema)'.", hint: hint)
      }
      return try JSONDecoder().decode(type, from: data)
    } catch is DecodingError {
      throw RecordError(.line, "'\(path)' does not hold what '\(schema)' asks for.", hint: hint)
    }
  }

  private struct Preamble: Decodable {
    var schema: String?
  }
}
