/// What a character does to the voice. Quotes, brackets and other signs are not spoken at all.
enum SpokenCharacter: Hashable, Sendable {
  /// A vowel, a digit or a letter of another script: the middle of a syllable.
  case vowel(Vowel)
  case consonant
  case space

  /// `nil` for a character that takes no time.
  init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x20, 0x09, 0xA0:
      self = .space
    case 0x30...0x39:
      self = .vowel(Vowel.spoken[Int(scalar.value) % Vowel.spoken.count])
    case 0x41...0x5A, 0x61...0x7A:
      self = Self.latin(scalar.value | 0x20)
    case 0xC0...0xFE where scalar.value != 0xD7 && scalar.value != 0xF7:
      self = Self.accented(scalar.value | 0x20)
    default:
      guard scalar.properties.isAlphabetic else { return nil }
      self = .vowel(Vowel.spoken[Int(scalar.value) % Vowel.spoken.count])
    }
  }

  private static func latin(_ lowercase: UInt32) -> SpokenCharacter {
    switch Unicode.Scalar(lowercase) {
    case "a": .vowel(.a)
    case "e": .vowel(.e)
    case "i", "y": .vowel(.i)
    case "o": .vowel(.o)
    case "u": .vowel(.u)
    default: .consonant
    }
  }

  private static func accented(_ lowercase: UInt32) -> SpokenCharacter {
    switch lowercase {
    case 0xE0...0xE3, 0xE5: .vowel(.a)
    case 0xE4, 0xE6, 0xE8...0xEB: .vowel(.e)
    case 0xEC...0xEF, 0xFD: .vowel(.i)
    case 0xF2...0xF5: .vowel(.o)
    case 0xF6, 0xF8: .vowel(.neutral)
    case 0xF9...0xFC: .vowel(.u)
    default: .consonant
    }
  }
}
