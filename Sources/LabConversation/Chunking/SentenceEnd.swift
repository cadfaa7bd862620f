/// What it takes for a stop to be the end of a sentence, judged by what stands before it.
enum SentenceEnd: Hashable, Sendable {
  /// It is one.
  case certain
  /// It is none, as after "Dr.".
  case never
  /// It is one when a capital follows, or a letter of a script without capitals: "etc.", "...", a quotation.
  case ifCapitalFollows
  /// It is one when a word follows that often begins a sentence: after an initial, "U.S.", a German ordinal.
  case ifStarterFollows
  /// It is one when a capitalised word follows that is not a month or the like: after a short number.
  case unlessDateFollows
  /// It is one when a capitalised word follows that is not itself an abbreviation: "z. B." and "solve for x.
  /// Then".
  case unlessAbbreviationFollows

  /// The end that `text` comes to with a stop, or `nil` when it comes to none before `next`.
  init?(of text: ArraySlice<Unicode.Scalar>, followedBy next: Unicode.Scalar) {
    if SpeechScalar.goesOn(next) { return nil }
    let body = Self.dropTail(of: text, while: SpeechScalar.isCloser)
    let words = Self.dropTail(of: body, while: SpeechScalar.isStop)
    let stops = body[words.endIndex...]
    guard !stops.isEmpty else { return nil }
    let isAsking = stops.contains { $0 != "." && $0 != "…" }
    guard
      SpeechScalar.isSpace(next) || stops.contains(where: SpeechScalar.isUnspacedStop)
        || (isAsking && SpeechScalar.isUnspaced(next))
    else { return nil }
    let isQuoted = text[body.endIndex...].contains(where: SpeechScalar.isClosingQuote)
    if isAsking || stops.count > 1 || stops.first == "…" {
      self = isAsking && !isQuoted ? .certain : .ifCapitalFollows
    } else {
      let rule = WordBeforeStop(words).rule
      self = rule == .certain && isQuoted ? .ifCapitalFollows : rule
    }
  }

  /// Whether the sentence ends, given the text after the stop; `nil` when more text is needed to tell.
  func isEnd(before text: ArraySlice<Unicode.Scalar>, isTextComplete: Bool) -> Bool? {
    let following = text.drop { SpeechScalar.isSpace($0) || SpeechScalar.isOpener($0) }
    if text[..<following.startIndex].contains(where: SpeechScalar.isLineBreak) { return true }
    guard let first = following.first else { return isTextComplete ? false : nil }
    switch self {
    case .certain: return true
    case .never: return false
    default: break
    }
    guard first.properties.isAlphabetic, !first.properties.isLowercase else { return false }
    // A quotation in Japanese continues with this particle.
    guard SpeechScalar.isUppercase(first) else { return first != "と" }
    if self == .ifCapitalFollows { return true }
    return isEnd(beforeWord: following, isTextComplete: isTextComplete)
  }

  private func isEnd(beforeWord text: ArraySlice<Unicode.Scalar>, isTextComplete: Bool) -> Bool? {
    let word = text.prefix(SentenceWords.longest).prefix { $0.properties.isAlphabetic }
    let after = text[word.endIndex...].first
    if after == nil, word.count < SentenceWords.longest, !isTextComplete { return nil }
    let name = SpeechScalar.string(word).lowercased()
    switch self {
    case .ifStarterFollows:
      return SentenceWords.starters.contains(name) && !(word.count == 1 && after == ".")
    case .unlessAbbreviationFollows: return !(word.count <= 3 && after == ".")
    default: return !SentenceWords.afterOrdinals.contains(name)
    }
  }

  private static func dropTail(
    of text: ArraySlice<Unicode.Scalar>, while isTail: (Unicode.Scalar) -> Bool
  ) -> ArraySlice<Unicode.Scalar> {
    text[..<(text.lastIndex { !isTail($0) }.map { $0 + 1 } ?? text.startIndex)]
  }
}
