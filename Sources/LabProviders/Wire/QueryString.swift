/// The query part of a request target, in the order in which its items were added.
///
/// A key may occur several times. Parsing is forgiving, as the services are: `+` is a space, an item without
/// `=` has an empty value, and a broken percent escape stands for itself.
public struct QueryString: Hashable, Sendable {
  public var items: [Item]

  /// A name with its value, neither of them percent-encoded.
  public struct Item: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public init(_ items: [Item] = []) {
    self.items = items
  }

  /// Reads the query of a target such as `/v1/listen?model=nova-3`; empty when there is none.
  public init(target: String) {
    let query = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first
    items = (query ?? "").split(separator: "&").map { piece in
      let sides = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return Item(Self.decoded(sides[0]), sides.count > 1 ? Self.decoded(sides[1]) : "")
    }
  }

  /// Adds a name with its value at the end; both are encoded when the query is written.
  public mutating func append(_ name: String, _ value: String) {
    items.append(Item(name, value))
  }

  /// The first value of a key.
  public subscript(name: String) -> String? {
    items.first { $0.name == name }?.value
  }

  /// The items joined for a target, without the leading question mark.
  public var encoded: String {
    items.map { Self.encoded($0.name) + "=" + Self.encoded($0.value) }.joined(separator: "&")
  }

  private static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
        UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += byte < 16 ? "%0" + digits : "%" + digits
      }
    }
    return result
  }

  private static func decoded(_ text: Substring) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = Self.hexValue(bytes[index + 1]), let low = Self.hexValue(bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
