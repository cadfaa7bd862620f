/// Counts the words that a transcript got wrong: substitutions, insertions and deletions.
enum WordErrors {
  /// - Returns: the number of words in the reference, and the smallest number of edits (Levenshtein).
  static func count(reference: String, hypothesis: String) -> (words: Int, errors: Int) {
    let expected = words(of: reference)
    let heard = words(of: hypothesis)
    var row = Array(0...heard.count)
    for (index, word) in expected.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in heard.enumerated() {
        let substitution = diagonal + (word == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(substitution, row[column] + 1, diagonal + 1)
      }
    }
    return (expected.count, row[heard.count])
  }

  /// Words in lower case, without punctuation: case and commas are not mistakes of hearing.
  private static func words(of text: String) -> [String] {
    text.lowercased()
      .split { !($0.isLetter || $0.isNumber || $0 == "'" || $0 == "’") }
      .map(String.init)
  }
}
