import LabConversation

extension TextMask {
  /// Masks the letters and digits of UTF-8, also of the inside of a JSON string with its escapes.
  static func text(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "\\"): escape(&rest, into: &result)
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
        let word = rest.prefix(while: isLetter)
        rest = rest.dropFirst(word.count)
        let endsHere = rest.first.map { $0 == UInt8(ascii: ".") } ?? true
        let stays = endsHere && SpeechChunker.isAbbreviation(String(decoding: word, as: UTF8.self))
        result +=
          stays ? Array(word) : word.map { $0 < UInt8(ascii: "a") ? UInt8(ascii: "X") : UInt8(ascii: "x") }
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        result.append(UInt8(ascii: "0"))
        rest = rest.dropFirst()
      case ..<0x80:
        result.append(byte)
        rest = rest.dropFirst()
      default:
        let scalar = rest.prefix(length(from: byte))
        rest = rest.dropFirst(scalar.count)
        result += beyondASCII(Array(scalar))
      }
    }
    return result
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  private static func length(from lead: UInt8) -> Int {
    switch lead {
    case 0xC0..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0...: 4
    default: 1
    }
  }

  /// A letter becomes another of as many bytes; punctuation stays.
  private static func beyondASCII(_ bytes: [UInt8]) -> [UInt8] {
    guard let scalar = String(decoding: bytes, as: UTF8.self).unicodeScalars.first, scalar != "\u{FFFD}",
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    else { return bytes }
    let isCapital = scalar.properties.isUppercase
    let standIns = [2: isCapital ? "É" : "é", 3: isCapital ? "Ẽ" : "ẽ", 4: "𝐱"]
    return standIns[bytes.count].map { Array($0.utf8) } ?? bytes
  }

  /// An escape of JSON. A letter written as `\uXXXX` becomes another one; a pair of surrogates is not a
  /// letter.
  private static func escape(_ rest: inout ArraySlice<UInt8>, into result: inout [UInt8]) {
    let isLong = rest.dropFirst().first == UInt8(ascii: "u")
    let whole = rest.prefix(isLong ? 6 : 2)
    rest = rest.dropFirst(whole.count)
    let code = UInt32(String(decoding: whole.dropFirst(2), as: UTF8.self), radix: 16)
    guard isLong, let scalar = code.flatMap(Unicode.Scalar.init), scalar.properties.isAlphabetic else {
      result += whole
      return
    }
    result += Array((scalar.properties.isUppercase ? #"\u00c9"# : #"\u00e9"#).utf8)
  }
}
