import Foundation

/// A value of JSON. Missing values are written as `null`.
indirect enum JSONNode: Encodable {
  case text(String?)
  case integer(Int?)
  case unsigned(UInt64)
  case number(Double?)
  case flag(Bool)
  case list([JSONNode])
  case object([String: JSONNode])

  /// Indented JSON with sorted keys and a line feed at its end, so that equal values are equal bytes.
  func document() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .integer(let number): try container.encode(number)
    case .unsigned(let number): try container.encode(number)
    case .number(let number): try container.encode(number)
    case .flag(let flag): try container.encode(flag)
    case .list(let nodes): try container.encode(nodes)
    case .object(let members): try container.encode(members)
    }
  }
}
