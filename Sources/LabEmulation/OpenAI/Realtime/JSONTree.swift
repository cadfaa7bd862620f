import LabProviders

/// Any JSON, for messages of which only some fields matter and others are given back as they came.
enum JSONTree: Hashable, Sendable, Decodable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONTree])
  case object([String: JSONTree])

  /// How deep messages may be nested. Services refuse far less, and each further level would cost more than
  /// the one before.
  private static let greatestDepth = 64

  init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= Self.greatestDepth else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "The message is nested too deeply."))
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = container.read(Bool.self) {
      self = .bool(value)
    } else if let value = container.read(Double.self) {
      self = .number(value)
    } else if let value = container.read(String.self) {
      self = .string(value)
    } else if let value = container.read([JSONTree].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONTree].self))
    }
  }

  /// A member of an object; `nil` when there is none.
  subscript(name: String) -> JSONTree? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  var string: String? { if case .string(let value) = self { value } else { nil } }
  var number: Double? { if case .number(let value) = self { value } else { nil } }
  var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  var items: [JSONTree]? { if case .array(let value) = self { value } else { nil } }
  var isObject: Bool { if case .object = self { true } else { false } }

  /// The JSON, the members of objects in the order of their names.
  var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let value): Int(exactly: value).map(String.init) ?? String(value)
    case .string(let value): JSONText.quoted(value)
    case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }.map { JSONText.quoted($0.key) + ":" + $0.value.text }
        .joined(separator: ",") + "}"
    }
  }
}
