/// The word that a single full stop follows, and the word before that.
struct WordBeforeStop {
  private let word: [Unicode.Scalar]
  private let previous: String
  private let beginsLine: Bool
  private let isDetached: Bool

  /// Finds the words at the end of `text`, which ends just before the stop.
  init(_ text: ArraySlice<Unicode.Scalar>) {
    let start = text.lastIndex(where: SpeechScalar.isSpace).map { $0 + 1 } ?? text.startIndex
    isDetached = start == text.endIndex
    word = text[start...].drop(while: SpeechScalar.isOpener).filter { !SpeechScalar.isMarkup($0) }
    let line = text[..<start].suffix { !SpeechScalar.isLineBreak($0) }
    let before = SpeechScalar.trimmed(line)
    beginsLine = !before.contains(where: SpeechScalar.isSpoken)
    previous = SpeechScalar.string(before.suffix { !SpeechScalar.isSpace($0) }).lowercased()
  }

  /// What the word makes of the stop.
  var rule: SentenceEnd {
    guard let first = word.first else { return isDetached ? .never : .certain }
    if word.allSatisfy(SpeechScalar.isDigit) { return ruleForNumber }
    if word.count == 1 { return ruleForLetter(first) }
    let name = SpeechScalar.string(word).lowercased()
    if let known = Abbreviations.rules[name] { return known }
    if Abbreviations.afterPer.contains(name), ["p.", "ad", "per"].contains(previous) { return .never }
    // Hauptstr. 5
    if name.hasSuffix("str") { return .ifCapitalFollows }
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count > 1 { return ruleForParts(parts) }
    return word.allSatisfy(Self.isRomanDigit) ? .ifStarterFollows : .certain
  }

  /// A short number can be an ordinal in German or count a list; a long one, or a decimal, only ends a
  /// sentence.
  private var ruleForNumber: SentenceEnd {
    if word.count > 2 { return .certain }
    if beginsLine { return .never }
    return SentenceWords.beforeOrdinals.contains(previous) ? .ifStarterFollows : .unlessDateFollows
  }

  private func ruleForLetter(_ letter: Unicode.Scalar) -> SentenceEnd {
    let followsLetter = previous.unicodeScalars.count == 2 && previous.hasSuffix(".")
    if followsLetter, let known = Abbreviations.rules[previous + String(letter).lowercased()] { return known }
    if SpeechScalar.isUppercase(letter) || followsLetter { return .ifStarterFollows }
    return letter.properties.isLowercase ? .unlessAbbreviationFollows : .certain
  }

  private func ruleForParts(_ parts: [ArraySlice<Unicode.Scalar>]) -> SentenceEnd {
    // U.S., J.R.R., S.p.A.
    if parts.allSatisfy({ $0.count == 1 && $0.first?.properties.isAlphabetic == true }) {
      return .ifStarterFollows
    }
    // A German date without its year, 3.5., or a decimal.
    let isShortDate = parts.allSatisfy { $0.count <= 2 && $0.allSatisfy(SpeechScalar.isDigit) }
    return isShortDate ? .ifCapitalFollows : .certain
  }

  private static func isRomanDigit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "I", "V", "X", "L", "C", "D", "M": true
    default: false
    }
  }
}

extension ArraySlice {
  /// The longest end whose elements all satisfy a condition.
  fileprivate func suffix(while condition: (Element) -> Bool) -> ArraySlice {
    self[(lastIndex { !condition($0) }.map { $0 + 1 } ?? startIndex)...]
  }
}
