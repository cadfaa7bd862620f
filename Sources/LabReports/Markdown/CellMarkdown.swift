import LabAnalysis

/// What tells cells apart, in the columns in front of a table in Markdown.
struct CellMarkdown {
  let axes: CellAxes

  /// A table of figures by cell.
  func table(_ cells: [CellReport], figures: [String], row: (CellReport) -> [String]) -> String {
    let names = axes.varying.isEmpty ? ["cell"] : axes.varying.map(\.name)
    return MarkdownTable.text(
      header: names + figures, leftColumns: names.count, rows: cells.map { label($0) + row($0) })
  }

  private func label(_ cell: CellReport) -> [String] {
    let values = axes.varying.isEmpty ? [axes.label(cell.cell)] : axes.values(cell.cell)
    return values.map(MarkdownTable.escaped)
  }
}
