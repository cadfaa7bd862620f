/// What the words of a turn say about whether it is over, without any model of language: by the last words,
/// the first word and the punctuation, if there is any.
struct TurnText: Hashable, Sendable {
  /// The words of the turn in small letters.
  private(set) var words: [String] = []
  /// The last word is a filler, or nothing but words of thinking aloud was said since the last pause.
  private(set) var endsInFiller = false
  /// The last word cannot be the last of a phrase.
  private(set) var asksForWord = false
  /// The last word seldom ends a phrase, but may: a particle of a verb before it.
  private(set) var endsInParticle = false
  /// The clause ends like a list that has no last item.
  private(set) var endsList = false
  /// The clause began with a conjunction that wants another clause.
  private(set) var asksForClause = false
  /// A comma or a dash stands last.
  private(set) var endsInComma = false
  /// The clause asks something, by its order of words or its mark.
  private(set) var isQuestion = false
  /// The words read like something that was said to its end.
  private(set) var isWhole = false

  /// The words want something to follow them.
  var holds: Bool { endsInFiller || asksForWord }

  /// Reads transcripts of one language.
  struct Reader: Hashable, Sendable {
    private let list: TurnWords?

    init(language: String) {
      list = TurnWords.all[String(language.prefix(2)).lowercased()]
    }

    /// Whether a word announces the last item of a list.
    func closesList(_ word: String) -> Bool { list?.closing.contains(word) ?? false }

    /// - Parameter before: How many of the words were said before the last pause.
    func read(_ transcript: String, before: Int = 0) -> TurnText {
      var text = TurnText()
      let pieces = transcript.split(whereSeparator: \.isWhitespace)
      var clause: [String] = []
      var lastMark: Character?
      var isName = false
      for piece in pieces {
        let word = String(
          piece.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "'" || $0 == "’" || $0 == "-" })
        if let mark = lastMark, ".?!".contains(mark) { clause.removeAll() }
        lastMark = piece.last.flatMap { $0.isLetter || $0.isNumber ? nil : $0 }
        guard word.contains(where: { $0.isLetter || $0.isNumber }) else { continue }
        text.words.append(word)
        // A capital inside a clause begins a name or a noun: "the ninth of May".
        isName = !clause.isEmpty && piece.first?.isUppercase == true && !Self.isFirstPerson(word)
        clause.append(word)
      }
      guard let list, let last = clause.last else { return text }
      let opening = clause.dropLast().prefix { list.openers.contains($0) || list.fillers.contains($0) }.count
      let first = clause[opening]
      let recent = text.words.dropFirst(before)
      text.endsInComma = lastMark.map { ",;:—–-…".contains($0) } ?? false
      let isOpening =
        !recent.isEmpty && recent.allSatisfy { list.openers.contains($0) || list.fillers.contains($0) }
      text.endsInFiller = list.fillers.contains(last) || isOpening
      let isMarked = lastMark.map { ".?!".contains($0) } ?? false
      text.endsList = list.endsList(clause)
      let isThanks = clause[opening...].prefix(2).contains(where: list.thanks.contains)
      let isCourtesy = list.courtesies.contains(last)
      text.asksForWord =
        !text.endsInFiller && !isCourtesy && !text.endsList && !isName && list.holding.contains(last)
      text.endsInParticle = text.asksForWord && list.particles.contains(last)
      let second = clause.dropFirst(opening + 1).first
      let wantsClause = list.subordinating.contains(first)
      text.isQuestion =
        lastMark == "?" || list.auxiliaryFirst.contains(first)
        || list.questions.contains(first) && (!wantsClause || second.map(list.verbs.contains) ?? false)
      // What follows a pause is taken for the clause that was wanted: transcripts seldom have the comma.
      let hasFollowed = before >= 2 && recent.count >= 2
      text.asksForClause = wantsClause && !text.isQuestion && !hasFollowed
      let reads = clause.count - opening >= 3 && clause.contains(where: list.verbs.contains)
      text.isWhole = isMarked || isCourtesy || isThanks || text.endsList || reads
      return text
    }

    /// Whether a word is the English "I", which is capitalised and not a name.
    private static func isFirstPerson(_ word: String) -> Bool {
      word == "i" || word.hasPrefix("i'") || word.hasPrefix("i’")
    }
  }
}
