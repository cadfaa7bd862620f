/// Lines of cells with two spaces between columns; the first columns to the left, numbers to the right.
package func aligned(_ rows: [[String]], leftColumns: Int = 2) -> [String] {
  aligned(rows, leftColumns: Set(0..<leftColumns))
}

/// Lines of cells with two spaces between columns; words to the left, numbers to the right.
package func aligned(_ rows: [[String]], leftColumns: Set<Int>) -> [String] {
  let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  return rows.map { row in
    var line = row.enumerated().map { column, cell in
      let padding = String(repeating: " ", count: widths[column] - cell.count)
      return leftColumns.contains(column) ? cell + padding : padding + cell
    }
    .joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    return line
  }
}
