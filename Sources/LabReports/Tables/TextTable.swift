import LabAnalysis

/// A table of aligned columns for a terminal or any fixed-width place.
struct TextTable {
  /// How a column stands.
  enum Alignment {
    case left, right
  }

  /// A field, and how it is to be shown when colour is allowed.
  struct Field {
    var text: String
    var verdict = LatencyTarget.Verdict.unknown
  }

  struct Column {
    var heading: String
    var alignment: Alignment
    /// The heading that spans this column and its neighbours of the same group.
    var group = ""
  }

  var columns: [Column]
  var rows: [[Field]]

  /// The lines of the table, without trailing spaces.
  ///
  /// - Parameter paint: wraps a padded field for its verdict.
  func lines(paint: (String, LatencyTarget.Verdict) -> String) -> [String] {
    let widths = columns.indices.map { index in
      ([columns[index].heading] + rows.map { $0[index].text }).map(\.count).max() ?? 0
    }
    let headings = columns.map { Field(text: $0.heading) }
    let body = ([headings] + rows).map { row in
      let fields = row.enumerated().map { index, field in
        let padding = String(repeating: " ", count: widths[index] - field.text.count)
        let text = paint(field.text, field.verdict)
        return columns[index].alignment == .left ? text + padding : padding + text
      }
      return Self.trimmed(joined(fields))
    }
    let groups = Self.trimmed(groupLine(widths))
    return (groups.isEmpty ? [] : [groups]) + body
  }

  /// Two spaces between columns, four between groups.
  private func joined(_ fields: [String]) -> String {
    fields.enumerated().map { index, field in gap(before: index) + field }.joined()
  }

  private func gap(before index: Int) -> String {
    guard index > 0 else { return "" }
    return columns[index].group == columns[index - 1].group ? "  " : "    "
  }

  private func groupLine(_ widths: [Int]) -> String {
    var line = ""
    var column = 0
    for index in columns.indices {
      column += gap(before: index).count
      let isFirst = index == 0 || columns[index].group != columns[index - 1].group
      if isFirst, !columns[index].group.isEmpty {
        line += String(repeating: " ", count: max(0, column - line.count)) + columns[index].group
      }
      column += widths[index]
    }
    return line
  }

  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }
}
