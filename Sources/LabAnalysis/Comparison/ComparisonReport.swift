public import LabRecord
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
  /// - Throws: `AnalysisError` with `notComparable` for the first cells that cannot be compared.
  public init(
    _ matching: CellMatching, metrics: [LatencyMetric]? = nil, turns selection: TurnSelection = .all
  ) throws(AnalysisError) {
    comparisons = []
    onlyInBaseline = matching.onlyInBaseline
    onlyInCandidate = matching.onlyInCandidate
    for match in matching.matches {
      comparisons.append(try CellComparison(match, metrics: metrics, turns: selection))
    }
  }
}
