/// A word at its place in the stream, in samples.
struct HeardWord: Hashable, Sendable {
  var text: String
  var start: Int
  var end: Int

  /// The word as it is said without punctuation: lower case, letters, digits and apostrophes.
  var plain: String {
    let kept = Self.plain(ascii: text) ?? Self.plain(text)
    return kept.isEmpty ? text : kept
  }

  static func plain(_ text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "'" || $0 == "’" }
  }

  /// The same of a text without other letters than A to Z, byte by byte: every interim result says all its
  /// words anew. `nil` for any other text.
  static func plain(ascii text: String) -> String? {
    var kept: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): kept.append(byte | 0x20)
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "'"):
        kept.append(byte)
      case 0x80...: return nil
      default: break
      }
    }
    return String(decoding: kept, as: UTF8.self)
  }

  /// The word ends a sentence.
  var endsSentence: Bool { text.last.map { ".?!".contains($0) } ?? false }
}
