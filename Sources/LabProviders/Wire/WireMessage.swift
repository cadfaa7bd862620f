/// A message on a WebSocket.
public enum WireMessage: Hashable, Sendable {
  case text(String)
  case binary([UInt8])

  /// The payload's size in bytes.
  public var byteCount: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .binary(let bytes): bytes.count
    }
  }
}

/// One header line. Names compare without regard to case, values exactly.
public struct HeaderField: Hashable, Sendable {
  public var name: String
  public var value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension [HeaderField] {
  /// The first value of a header.
  public func value(of name: String) -> String? {
    let wanted = name.lowercased()
    return first { $0.name.lowercased() == wanted }?.value
  }
}
