/// Replies from templates: the first rule whose pattern is in what the caller said decides, and its answers
/// take turns.
///
/// A rule of thumb, not a model: it understands nothing, needs no key and no network, and says the same to
/// the same conversation every time. It is there so that the rest of a pipeline can be measured on any
/// machine.
package struct TemplateReply: Sendable {
  private let rules: [TemplateRule]

  /// - Parameter language: Without its region; English for one that there are no templates for.
  package init(language: String) {
    rules =
      switch language {
      case "de": TemplateRule.german
      case "it": TemplateRule.italian
      default: TemplateRule.english
      }
  }

  /// The languages that there are templates for.
  package static let languages = ["en", "de", "it"]

  /// The answer to a conversation whose last message is the caller's.
  package func answer(to messages: [ChatMessage]) -> String {
    let heard = Self.words(of: messages.last { $0.role == .user }?.content ?? "")
    let turn = messages.count { $0.role == .assistant }
    for rule in rules {
      guard let rest = rule.match(heard) else { continue }
      let answer = rule.answers[turn % rule.answers.count]
      return answer.split(separator: "*", omittingEmptySubsequences: false)
        .joined(separator: rest.joined(separator: " "))
    }
    return ""
  }

  /// The answer in pieces as a model would stream it: each word but the first with the space before it.
  package func tokens(to messages: [ChatMessage]) -> [String] {
    answer(to: messages).split(separator: " ").enumerated().map { $0 == 0 ? String($1) : " " + $1 }
  }

  /// What a reply consumed, counted in words: an engine of templates has no other tokens.
  package func usage(of tokens: Int, to messages: [ChatMessage]) -> TokenUsage {
    let heard = messages.reduce(0) { $0 + Self.words(of: $1.content).count }
    return TokenUsage(input: heard, cachedInput: 0, output: tokens, reasoning: 0)
  }

  private static func words(of text: String) -> [Substring] {
    text.lowercased().replacing("’", with: "'").split { !($0.isLetter || $0.isNumber || $0 == "'") }
      .map { Substring($0) }
  }
}

/// What to answer when certain words are heard.
struct TemplateRule: Sendable {
  /// Phrases, any of which is enough; one that ends in `*` hands the words behind it to the answer, and
  /// matches only when there are some. Without phrases the rule always matches.
  let phrases: [[Substring]]
  /// They take turns over a conversation; `*` stands for the words behind the phrase.
  let answers: [String]
  private let reflections: [Substring: String]

  init(_ phrases: String..., reflecting: [Substring: String] = [:], say answers: [String]) {
    self.phrases = phrases.map { $0.split(separator: " ") }
    self.answers = answers
    reflections = reflecting
  }

  /// The words that the answer repeats, seen from the other side; `nil` when the rule does not match.
  func match(_ heard: [Substring]) -> [String]? {
    guard !phrases.isEmpty else { return [] }
    for phrase in phrases {
      let isOpen = phrase.last == "*"
      let fixed = isOpen ? phrase.dropLast() : phrase[...]
      guard heard.count >= fixed.count + (isOpen ? 1 : 0) else { continue }
      for start in 0...(heard.count - fixed.count - (isOpen ? 1 : 0))
      where heard[start..<start + fixed.count].elementsEqual(fixed) {
        // A long sentence is not repeated to its end.
        let rest = isOpen ? heard[(start + fixed.count)...].prefix(8) : []
        return rest.map { reflections[$0] ?? String($0) }
      }
    }
    return nil
  }
}
