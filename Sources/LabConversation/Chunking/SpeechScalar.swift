/// What the chunker needs to know about single Unicode scalars.
enum SpeechScalar {
  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace
  }

  static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }

  /// A letter or a digit: something a voice can say.
  static func isSpoken(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || isDigit(scalar)
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.numericType == .decimal
  }

  static func isUppercase(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isUppercase || scalar.properties.generalCategory == .titlecaseLetter
  }

  /// A combining mark, joiner or variation selector: never the beginning of a chunk.
  static func isExtension(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isGraphemeExtend || scalar == "\u{200D}" || (0x1F3FB...0x1F3FF).contains(scalar.value)
  }

  /// A stop that ends a sentence when white space follows.
  static func isSpacedStop(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ".", "!", "?", "…", "‽", "⁇", "⁈", "⁉": true
    default: false
    }
  }

  /// A stop of a script that needs no white space after it.
  static func isUnspacedStop(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "。", "｡", "．", "！", "？", "।", "॥", "؟", "۔", "።", "፧", "։", "។", "။": true
    default: false
    }
  }

  static func isStop(_ scalar: Unicode.Scalar) -> Bool {
    isSpacedStop(scalar) || isUnspacedStop(scalar)
  }

  /// A mark that goes with what stands before it, so that no chunk ends in front of it.
  static func goesOn(_ scalar: Unicode.Scalar) -> Bool {
    isStop(scalar) || isCloser(scalar) || isExtension(scalar)
  }

  /// A mark that belongs to the sentence before it when it follows the stop at once.
  static func isCloser(_ scalar: Unicode.Scalar) -> Bool {
    isClosingQuote(scalar) || isMarkup(scalar)
      || scalar.properties.generalCategory == .closePunctuation
  }

  static func isClosingQuote(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\"", "'", "”", "’", "“", "‘", "»", "«", "›", "‹", "」", "』", "》": true
    default: false
    }
  }

  /// A mark that can stand between a stop and the first letter of the next sentence.
  static func isOpener(_ scalar: Unicode.Scalar) -> Bool {
    if isClosingQuote(scalar) || isMarkup(scalar) || isExtension(scalar) { return true }
    switch scalar.properties.generalCategory {
    case .openPunctuation, .initialPunctuation, .dashPunctuation, .otherSymbol, .modifierSymbol: return true
    default: return scalar == "¿" || scalar == "¡" || scalar == "•" || scalar == "#"
    }
  }

  /// Marks of emphasis and code in Markdown.
  static func isMarkup(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "*" || scalar == "_" || scalar == "~" || scalar == "`"
  }

  /// A letter of a script that is written without spaces between words.
  static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3041...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
    default: false
    }
  }

  /// Whether text of such a script can be cut between two characters.
  static func isUnspacedBoundary(_ before: Unicode.Scalar, _ after: Unicode.Scalar) -> Bool {
    guard isUnspaced(after), !isExtension(after) else { return false }
    switch before {
    case "、", "，", "；", "：", "」", "』": return true
    default: return isUnspaced(before) || isUnspacedStop(before)
    }
  }

  static func trimmed(_ text: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
    var text = text.drop(while: isSpace)
    while let last = text.last, isSpace(last) { text.removeLast() }
    return text
  }

  static func string(_ text: some Sequence<Unicode.Scalar>) -> String {
    var string = String.UnicodeScalarView()
    string.append(contentsOf: text)
    return String(string)
  }
}
