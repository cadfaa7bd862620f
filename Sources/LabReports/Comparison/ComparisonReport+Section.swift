public import LabAnalysis
import LabRecord

extension ComparisonReport {
  /// One section per pair of cells, or one for all of them when they are many; and one for cells without a counterpart.
  public var sections: [ReportSection] {
    var compared = comparisons.enumerated().map { $1.section(id: "comparison-\($0 + 1)") }
    if compared.count > Self.manyComparisons { compared = [overview(of: compared)] }
    let others =
      onlyInBaseline.map { "Only the baseline has \($0.name)." }
      + onlyInCandidate.map { "Only the candidate has \($0.name)." }
    guard !others.isEmpty else { return compared }
    return compared + [ReportSection(id: "not-compared", title: "Not compared", notes: others)]
  }

  /// The comparison for a terminal.
  public var plainText: String { sections.map(\.plainText).joined(separator: "\n") }

  /// The comparison in Markdown, for a pull request.
  public var markdown: String { sections.map { $0.markdown() }.joined(separator: "\n") }
}

extension ComparisonReport {
  /// Beyond so many, nobody reads one section after the other.
  private static let manyComparisons = 3

  /// All comparisons in one table, each in full below it.
  private func overview(of sections: [ReportSection]) -> ReportSection {
    let axes = CellAxes(comparisons.map(\.match.candidate.cell))
    let places = comparisons.map { axes.values($0.match.candidate.cell) }
    let details = zip(sections, places).map { section, place in
      var detail = section
      if !place.isEmpty { detail.title += " · " + place.joined(separator: " · ") }
      return detail
    }
    let certain = comparisons.count { $0.metrics.first?.isCertain ?? false }
    let rows = zip(comparisons, places).map { comparison, place in
      place + [comparison.match.baseline.cell.differences(from: comparison.match.candidate.cell)]
        + comparison.summaryRow
    }
    return ReportSection(
      id: "comparisons", title: "Comparisons",
      paragraphs: [
        "\(comparisons.count) pairs of cells; in \(certain) of them the interval leaves out “no change”. Each is told in full below, "
          + "with its stages and what must be known to read it."
      ],
      tables: [
        ReportSection.Table(
          caption: "Voice to voice, candidate against baseline; a change above zero is slower.",
          header: axes.varying.map(\.name) + ["instead of"] + CellComparison.summaryHeader,
          leftColumns: axes.varying.count + 1, rows: rows)
      ],
      details: details)
  }
}

extension Cell {
  /// The values of this cell where another one differs, in one line.
  fileprivate func differences(from other: Cell) -> String {
    let differing = Cell.axes.filter { $0.name != "arm" && $0.value(self) != $0.value(other) }
    return differing.isEmpty ? FixedPoint.none : differing.map { $0.value(self) }.joined(separator: ", ")
  }
}
