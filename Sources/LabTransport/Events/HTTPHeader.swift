/// One header line of a request or a response, as it stood on the wire.
public struct HTTPHeader: Sendable, Hashable {
  /// The name; lower case when it came over HTTP/2, as sent otherwise.
  public var name: String
  /// The value without surrounding white space.
  public var value: String

  /// Creates a header line.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Whether the line can be sent: a token as name, and no line break or zero byte that would forge another
  /// line.
  var isWellFormed: Bool {
    !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: ":") }
      && value.utf8.allSatisfy { $0 != 0 && $0 != 0x0a && $0 != 0x0d }
  }
}
