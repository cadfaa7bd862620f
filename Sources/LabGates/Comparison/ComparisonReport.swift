public import LabReports
public import LabTimeline

/// Everything that was compared: the content of `comparison.json`, and all that is shown of it.
public struct ComparisonReport: Sendable {
  /// The format of `comparison.json`.
  public static let currentSchema = "turnlab.comparison/1"

  public var comparisons: [CellComparison]
  /// Cells without a counterpart on the other side.
  public var onlyInBaseline: [Cell]
  public var onlyInCandidate: [Cell]

  /// Compares all cells that match.
  ///
  /// - Parameters:
  ///   - metrics: What to compare; `nil` for voice to voice and the stages that have values.
  ///   - selection: Which turns.
  /// - Throws: `GateError` with `notComparable` for the first cells that cannot be compared.
  public init(
    _ matching: CellMatching, metrics: [LatencyMetric]? = nil, turns selection: TurnSelection = .all
  ) throws(GateError) {
    comparisons = []
    onlyInBaseline = matching.onlyInBaseline
    onlyInCandidate = matching.onlyInCandidate
    for match in matching.matches {
      comparisons.append(try CellComparison(match, metrics: metrics, turns: selection))
    }
  }

  /// One section per pair of cells, and one for cells without a counterpart.
  public var sections: [ReportSection] {
    let compared = comparisons.enumerated().map { $1.section(id: "comparison-\($0 + 1)") }
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
