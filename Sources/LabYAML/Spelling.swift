/// Finding the word that a writer most likely meant.
public enum Spelling {
  /// Returns the candidate with the fewest slips between it and `word`; nil when none is near enough.
  ///
  /// Near enough is one slip per three letters, and one in any case. Of equals, the first in order wins.
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    candidates.sorted()
      .map { (word: $0, distance: distance(word.lowercased(), $0.lowercased())) }
      .filter { $0.distance <= max(1, word.count / 3) }
      .min { $0.distance < $1.distance }?.word
  }

  /// Counts the letters to insert, drop, exchange, or swap with their neighbour to turn one word into
  /// another.
  ///
  /// This is the restricted Damerau–Levenshtein distance, in time and space of the product of the lengths.
  public static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left), Array(right))
    var rows = [Array(0...right.count)]
    for i in 0..<left.count {
      var row = [i + 1]
      for j in 0..<right.count {
        var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          best = min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[left.count][right.count]
  }
}
