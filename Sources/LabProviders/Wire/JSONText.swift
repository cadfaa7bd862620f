package import Foundation

/// JSON as the wire needs it: strings escaped by hand for templates, objects decoded into structs.
///
/// Writing goes through templates because a stream of tokens would otherwise pay an encoder per token.
package enum JSONText {
  /// A JSON string with its quotes.
  ///
  /// Besides what JSON asks for, U+0085, U+2028 and U+2029 are escaped, because some clients take them for
  /// line ends.
  package static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 2)
    appendQuoted(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a JSON string with its quotes as UTF-8.
  package static func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "\"")])
      case 0x5C: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "\\")])
      case 0x0A: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "n")])
      case 0x0D: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "r")])
      case 0x09: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "t")])
      case 0..<0x20, 0x7F, 0x85, 0x2028, 0x2029: bytes.append(contentsOf: escaped(scalar))
      case 0x20..<0x7F: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      default: bytes.append(contentsOf: UTF8.encode(scalar)!)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// A JSON object of values that are JSON already; fields without a value are left out.
  package static func object(_ fields: KeyValuePairs<String, String?>) -> String {
    "{" + fields.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }.joined(separator: ",") + "}"
  }

  /// A JSON array of values that are JSON already.
  package static func array(_ values: [String]) -> String {
    "[" + values.joined(separator: ",") + "]"
  }

  /// A text that is said to be a JSON object, if it is one; else an empty object, so that it can stand inside
  /// of others.
  package static func objectOrEmpty(_ text: String) -> String {
    members(of: Array(text.utf8)) == nil ? "{}" : text
  }

  /// The members of a JSON object whose names nobody knows beforehand; `nil` for anything else.
  package static func members(of bytes: [UInt8]) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any]
  }

  /// An object of such members as JSON, in the order of their names; `{}` for what JSON cannot hold.
  package static func text(
    of members: [String: Any], options: JSONSerialization.WritingOptions = .sortedKeys
  ) -> String {
    let bytes = try? JSONSerialization.data(withJSONObject: members, options: options)
    return bytes.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  /// Reads a JSON object, or says why it cannot.
  package static func decode<Value: Decodable>(_: Value.Type, from bytes: [UInt8]) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(bytes))
  }

  /// Reads a JSON object from a text message.
  package static func decode<Value: Decodable>(_: Value.Type, from text: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(text.utf8))
  }

  /// Reads a JSON object; `nil` for what is not one of this form. The protocol says what a malformed message
  /// means.
  package static func read<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) -> Value? {
    try? decode(type, from: bytes)
  }

  /// Reads a JSON object from a text message; `nil` for what is not one of this form.
  package static func read<Value: Decodable>(_ type: Value.Type, from text: String) -> Value? {
    try? decode(type, from: text)
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> [UInt8] {
    let digits = String(scalar.value, radix: 16)
    return Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
  }
}

// Services write some values in several forms, e.g. a text or a list of parts. These try one form.

extension KeyedDecodingContainer {
  /// The value under a key; `nil` when there is none, or one of another form.
  package func read<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
    try? decode(type, forKey: key)
  }
}

extension SingleValueDecodingContainer {
  /// The value; `nil` when it is of another form.
  package func read<Value: Decodable>(_ type: Value.Type) -> Value? {
    try? decode(type)
  }
}
