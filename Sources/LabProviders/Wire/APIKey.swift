/// A secret that authorises requests. It is readable by name only: printing or dumping it shows that it is
/// hidden.
public struct APIKey: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The key itself. For request headers and nothing else.
  public let secret: String

  public init(_ secret: String) {
    self.secret = secret
  }

  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// A text from outside as a part of a sentence: without the key, without its full stop, cut to fit a
  /// record.
  func redacted(from text: String) -> String {
    let limit = 400
    let pieces =
      secret.isEmpty ? [text[...]] : text.split(separator: secret, omittingEmptySubsequences: false)
    let clean = pieces.joined(separator: "[key]")
    if clean.count > limit { return clean.prefix(limit) + "…" }
    return clean.last == "." ? String(clean.dropLast()) : clean
  }
}

extension APIKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "[key]" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
