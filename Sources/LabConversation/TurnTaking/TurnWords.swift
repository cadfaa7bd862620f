/// The words of one language that tell whether a turn goes on, in small letters.
///
/// Closed classes mostly: words that a grammar of the language lists. The verbs are the commonest ones in
/// conversation; a sentence with another verb only gains nothing.
struct TurnWords: Hashable, Sendable {
  /// What people say while they think.
  let fillers: Set<String>
  /// Words with which people begin to think aloud: fillers where nothing else was said, words as others
  /// elsewhere ("well" and "I feel well").
  let openers: Set<String>
  /// What cannot end a phrase: articles, prepositions, conjunctions, possessives, copulas.
  let holding: Set<String>
  /// Those of them that can end a phrase after all, with a verb before them: "turn it on", "ruf mich an".
  let particles: Set<String>
  /// What begins a clause that wants another one.
  let subordinating: Set<String>
  /// What begins a question.
  let questions: Set<String>
  /// What begins a question when it stands first.
  let auxiliaryFirst: Set<String>
  /// Verbs in the forms that stand in main clauses.
  let verbs: Set<String>
  /// What ends a request politely.
  let courtesies: Set<String>
  /// What thanks, as the first or second word.
  let thanks: Set<String>
  /// What announces the last item of a list.
  let closing: Set<String>
  /// What leaves a list open and ends it: "and so on".
  let endings: [[String]]

  /// By language.
  static let all = ["en": english, "de": german, "it": italian]

  /// Whether words end in one of the phrases that end a list.
  func endsList(_ words: [String]) -> Bool {
    endings.contains { words.suffix($0.count).elementsEqual($0) }
  }

  static func set(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}
