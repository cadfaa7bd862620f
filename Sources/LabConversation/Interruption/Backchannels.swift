/// The words with which a listener shows that they listen, and does not ask for the floor.
///
/// Such listener responses are short and come in the middle of the other's speech (V. H. Yngve, “On getting a
/// word in edgewise”, 1970; N. Ward, W. Tsukahara, “Prosodic features which cue back-channel responses in
/// English and Japanese”, Journal of Pragmatics 32, 2000). The lists hold the common ones of the languages of
/// the shipped corpora.
public enum Backchannels {
  /// Single words, lower case, without punctuation.
  static let words: Set<String> = [
    // English.
    "mhm", "mm", "mmm", "hm", "hmm", "uh-huh", "uhhuh", "uh", "huh", "mm-hmm", "mhmm", "aha", "ah", "oh",
    "yeah",
    "yep", "yes", "right", "okay", "ok", "sure", "true", "nice", "cool", "wow", "really", "good", "great",
    "exactly",
    "indeed", "see", "i",
    // German.
    "ja", "jaja", "genau", "stimmt", "richtig", "gut", "klar", "ach", "so", "achso", "aha", "verstehe", "ich",
    "eben",
    // Italian.
    "sì", "si", "certo", "già", "ecco", "esatto", "giusto", "capisco", "va", "bene", "davvero", "eh", "ah",
  ]

  /// The longest listener response, in words: “yeah, right, okay”.
  static let mostWords = 3

  /// Whether a text is no more than a listener response. An empty one says nothing and is none.
  public static func isBackchannel(_ text: String) -> Bool {
    let words = words(of: text)
    return !words.isEmpty && words.count <= mostWords && words.allSatisfy(Self.words.contains)
  }

  /// Whether a text holds words that are more than a listener response. Unrecognised sound counts as no
  /// words.
  public static func hasOtherWords(_ text: String) -> Bool {
    guard !text.hasPrefix("(") else { return false }
    let words = words(of: text)
    return words.count > mostWords || words.contains { !Self.words.contains($0) }
  }

  private static func words(of text: String) -> [String] {
    text.lowercased().split { $0.isWhitespace || ",.!?;:…“”\"".contains($0) }.map(String.init)
      .filter { $0.contains { $0.isLetter || $0.isNumber } }
  }
}
