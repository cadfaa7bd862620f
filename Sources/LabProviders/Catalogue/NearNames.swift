/// Finds what somebody may have meant by a name that does not exist.
enum NearNames {
  /// At most three candidates, the nearest first: those within a third of the name's length in edits, or that
  /// hold the name or its part behind the slash.
  static func of(_ name: String, among candidates: [String]) -> [String] {
    let wanted = Array(name.lowercased().prefix(200))
    let tail = name.lowercased().split(separator: "/").last.map(String.init) ?? ""
    let ranked = candidates.enumerated().compactMap { index, candidate -> (Int, Int, String)? in
      let distance = edits(wanted, Array(candidate.lowercased()))
      let holds = tail.count >= 3 && candidate.lowercased().contains(tail)
      guard distance <= max(2, wanted.count / 3) || holds else { return nil }
      return (distance, index, candidate)
    }
    return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.prefix(3).map(\.2)
  }

  /// The least number of characters to insert, delete or replace (Levenshtein).
  private static func edits(_ a: [Character], _ b: [Character]) -> Int {
    var row = Array(0...b.count)
    for (i, left) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, right) in b.enumerated() {
        let replaced = diagonal + (left == right ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[b.count]
  }
}
