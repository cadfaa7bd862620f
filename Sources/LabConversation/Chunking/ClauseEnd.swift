/// Commas and their like: where a speaker can breathe inside a sentence.
enum ClauseEnd {
  /// Whether a clause ends after `text`, given the character that follows.
  ///
  /// A comma, semicolon or colon counts when white space follows, so that 1,000 and 9:30 and https:// stay
  /// whole. A long dash counts anywhere, a short one only with a space on both sides.
  static func isEnd(of text: ArraySlice<Unicode.Scalar>, followedBy next: Unicode.Scalar) -> Bool {
    if SpeechScalar.isCloser(next) || SpeechScalar.isExtension(next) { return false }
    let clause = text[..<(text.lastIndex { !SpeechScalar.isCloser($0) }.map { $0 + 1 } ?? text.startIndex)]
    guard let mark = clause.last else { return false }
    switch mark {
    case ",", ";", ":": return SpeechScalar.isSpace(next)
    case "，", "、", "；", "：", "،", "؛", "፣", "፤": return !SpeechScalar.isDigit(next)
    case "—": return next != "—"
    case "–": return SpeechScalar.isSpace(next) && clause.dropLast().last.map(SpeechScalar.isSpace) == true
    default: return false
    }
  }
}
