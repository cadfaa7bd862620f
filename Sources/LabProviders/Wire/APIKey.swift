/// A secret that authorises requests. It is readable by name only: printing or dumping it shows that it is hidden.
public struct APIKey: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The key itself. For request headers and nothing else.
  public let secret: String

  public init(_ secret: String) {
    self.secret = secret
  }

  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// A text that came from outside, with the key taken out of it and cut to a length that fits a record.
  func redacted(from text: String) -> String {
    let limit = 400
    let clean =
      secret.isEmpty
      ? text
      : text.split(separator: secret, omittingEmptySubsequences: false)
        .joined(separator: "[key]")
    return clean.count > limit ? clean.prefix(limit) + "…" : clean
  }
}

extension APIKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "[key]" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
