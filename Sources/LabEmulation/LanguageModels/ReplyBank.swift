import LabStatistics

/// What emulated language models say: plain sentences that can be spoken, in the language of the
/// conversation.
enum ReplyBank {
  /// A reply of a few sentences, none of them twice.
  static func reply(
    to request: LanguageModelRequest, sentences range: ClosedRange<Int>,
    using generator: inout SeededGenerator
  ) -> String {
    let bank = sentences(in: Language(of: request))
    let count = range.lowerBound + generator.integer(below: range.count)
    var order = Array(bank.indices)
    generator.shuffle(&order)
    // A reply longer than the bank goes round again.
    return (0..<count).map { bank[order[$0 % order.count]] }.joined(separator: " ")
  }

  /// The languages that the bank knows.
  enum Language {
    case english, german, italian

    /// The language whose small words the prompt's instructions and last message have most of; English in
    /// doubt.
    init(of request: LanguageModelRequest) {
      let told = [request.texts.first, request.texts.last].compactMap { $0 }
      let text = told.joined(separator: " ").lowercased()
      let words = Self.words(ascii: text) ?? Self.words(of: text)
      let known = words.compactMap { Self.smallWords[$0] }
      let scores = [Language.english, .german, .italian].map { language in
        (language, known.count { $0 == language })
      }
      self = scores.max { $0.1 < $1.1 }.map { $0.1 > scores[0].1 ? $0.0 : .english } ?? .english
    }

    private static let smallWords: [Substring: Language] = {
      let words: [(Language, [Substring])] = [
        (.english, ["the", "is", "and", "you", "of", "what", "how", "to", "are"]),
        (.german, ["der", "die", "das", "und", "ist", "ich", "du", "sie", "nicht", "ein", "auf"]),
        (.italian, ["il", "la", "che", "di", "è", "un", "una", "per", "sono", "come", "gli"]),
      ]
      let pairs = words.flatMap { language, words in words.map { ($0, language) } }
      return Dictionary(uniqueKeysWithValues: pairs)
    }()

    static func words(of text: String) -> [Substring] { text.split { !$0.isLetter } }

    /// The same of a text in lower case without other letters than a to z, byte by byte: instructions are
    /// long. `nil` for any other text.
    static func words(ascii text: String) -> [Substring]? {
      guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
      let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
      return text.utf8.split { !letters.contains($0) }.map { Substring($0) }
    }
  }

  private static func sentences(in language: Language) -> [String] {
    switch language {
    case .english: english
    case .german: german
    case .italian: italian
    }
  }

  private static let english = [
    "That is a good question, so let us take it one step at a time.",
    "Think of it as a cake that you cut into equal pieces.",
    "The first thing to notice is that both parts have something in common.",
    "I have written that down for you.",
    "Most people find the second step harder than the first.",
    "You are closer than you think.",
    "Let me give you a small example before we go on.",
    "If you add the two numbers, you get about 3.5, which is what we want.",
    "Would you like to try the next one on your own?",
    "There is one more detail that is easy to miss.",
    "We can come back to this whenever you like.",
    "It helps to say the rule aloud in your own words.",
    "Yes, that works.",
    "The light is turned into sugar, and the plant keeps it for later.",
    "Tell me what you see, and I will tell you what it means.",
    "That would also be free on Thursday afternoon.",
  ]

  private static let german = [
    "Das ist ein guter Anfang.",
    "Bitte erklären Sie das noch etwas genauer.",
    "Welche Folgen hatte dieses Ereignis für die Menschen auf dem Land?",
    "Sie haben den wichtigsten Grund schon genannt.",
    "Denken Sie dabei auch an die Zeit vor dem 3. Oktober.",
    "Kommen wir nun zur nächsten Frage.",
    "Können Sie mir dafür ein Beispiel geben?",
    "Der Zusammenhang ist richtig, aber ein Begriff fehlt noch.",
    "Nehmen Sie sich ruhig einen Augenblick Zeit.",
    "Damit ist dieser Teil der Prüfung abgeschlossen.",
    "Vergleichen Sie das bitte mit der Lage von heute.",
    "Genau darauf wollte ich hinaus.",
  ]

  private static let italian = [
    "È una bella domanda, vediamola insieme.",
    "La forza dipende dalla massa e dall'accelerazione.",
    "Prova a dirlo con parole tue.",
    "Il Rinascimento comincia a Firenze, e da lì si diffonde in tutta l'Europa.",
    "Ho aggiunto l'argomento alla tua lista di studio.",
    "Facciamo un esempio molto semplice.",
    "Sì, la risposta è corretta.",
    "Manca ancora un passaggio prima della conclusione.",
    "Possiamo ripassare questo punto domani.",
    "Vuoi che ti faccia qualche domanda?",
    "Ricorda che la luce viaggia molto più in fretta del suono.",
    "Andiamo avanti con calma.",
  ]
}
