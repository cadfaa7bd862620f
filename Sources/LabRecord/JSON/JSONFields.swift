/// The members of a JSON object in a file that the lab writes, where what is not known is `null` and not left
/// out.
///
/// ```swift
/// try JSONDocument.bytes(["turns": 12, "p50_ms": nil] as JSONFields)
/// ```
public struct JSONFields: Encodable, ExpressibleByDictionaryLiteral {
  private var members: [(name: String, value: (any Encodable)?)]

  /// - Parameter members: Each name once.
  public init(dictionaryLiteral members: (String, (any Encodable)?)...) {
    self.members = members.map { ($0.0, $0.1) }
  }

  /// Adds a member at the end.
  public mutating func add(_ name: String, _ value: (any Encodable)?) {
    members.append((name, value))
  }

  /// Writes the members under their names.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (name, value) in members {
      if let value {
        try container.encode(value, forKey: Name(stringValue: name))
      } else {
        try container.encodeNil(forKey: Name(stringValue: name))
      }
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }
}
