/// A word at its place in the stream, in samples.
struct HeardWord: Hashable, Sendable {
  var text: String
  var start: Int
  var end: Int

  /// The word as it is said without punctuation: lower case, letters, digits and apostrophes.
  var plain: String {
    let kept = text.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "'" || $0 == "’" }
    return kept.isEmpty ? text : kept
  }

  /// The word ends a sentence.
  var endsSentence: Bool { text.last.map { ".?!".contains($0) } ?? false }
}
