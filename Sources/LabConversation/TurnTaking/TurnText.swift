/// What the words of a turn say about whether it is over, without any model of language: by the last words, the first
/// word and the punctuation, if there is any.
struct TurnText: Hashable, Sendable {
  /// The words of the turn in small letters.
  private(set) var words: [String] = []
  /// The last word is a filler.
  private(set) var endsInFiller = false
  /// The last word cannot be the last of a phrase.
  private(set) var asksForWord = false
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

    func read(_ transcript: String) -> TurnText {
      var text = TurnText()
      let pieces = transcript.split(whereSeparator: \.isWhitespace)
      var clause: [String] = []
      var lastMark: Character?
      for piece in pieces {
        let word = String(
          piece.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "'" || $0 == "’" || $0 == "-" })
        if let mark = lastMark, ".?!".contains(mark) { clause.removeAll() }
        lastMark = piece.last.flatMap { $0.isLetter || $0.isNumber ? nil : $0 }
        guard word.contains(where: { $0.isLetter || $0.isNumber }) else { continue }
        text.words.append(word)
        clause.append(word)
      }
      guard let list, let last = clause.last, let first = clause.first else { return text }
      text.endsInComma = lastMark.map { ",;:—–-…".contains($0) } ?? false
      text.endsInFiller = list.fillers.contains(last)
      let isMarked = lastMark.map { ".?!".contains($0) } ?? false
      let isCourtesy = list.courtesies.contains(last)
      text.asksForWord = !text.endsInFiller && !isCourtesy && list.holding.contains(last)
      let second = clause.dropFirst().first
      let wantsClause = list.subordinating.contains(first)
      text.isQuestion =
        lastMark == "?" || list.auxiliaryFirst.contains(first)
        || list.questions.contains(first) && (!wantsClause || second.map(list.verbs.contains) ?? false)
      text.asksForClause = wantsClause && !text.isQuestion
      let reads = clause.count >= 3 && clause.contains(where: list.verbs.contains)
      text.isWhole = isMarked || isCourtesy || reads
      return text
    }
  }
}
