/// The words of one language that tell whether a turn goes on, in small letters.
///
/// Closed classes mostly: words that a grammar of the language lists. The verbs are the commonest ones in conversation;
/// a sentence with another verb only gains nothing.
struct TurnWords: Hashable, Sendable {
  /// What people say while they think.
  let fillers: Set<String>
  /// What cannot end a phrase: articles, prepositions, conjunctions, possessives, copulas.
  let holding: Set<String>
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
  /// What announces the last item of a list.
  let closing: Set<String>

  /// By language.
  static let all = ["en": english, "de": german, "it": italian]

  static func set(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}
