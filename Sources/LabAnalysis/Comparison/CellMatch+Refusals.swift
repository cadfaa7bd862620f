import LabRecord
import LabTimeline

/// Why two cells are not comparable, in words.
extension CellMatch {
  /// Refuses cells that were measured in different modes: their times do not mean the same.
  func requireOneMode() throws(AnalysisError) {
    let modes = (baseline.run.mode.rawValue, candidate.run.mode.rawValue)
    guard modes.0 != modes.1 else { return }
    throw AnalysisError(
      .notComparable,
      "“\(baseline.runName)” was measured in mode \(modes.0) and “\(candidate.runName)” in mode \(modes.1): "
        + "a difference would be that of the modes.",
      hint: "Run both in one mode.")
  }

  /// A side has recorded nothing that counts.
  func nothingCounts(in cell: ComparedCell) -> AnalysisError {
    AnalysisError(
      .notComparable, "The cell “\(cell.cell.name)” of “\(cell.runName)” has no turn that counts.",
      hint: "Warm-ups and conversations that were cut off do not count; run it again.")
  }

  /// The cells have no conversation in common.
  func otherConversations(_ baseline: PairingSide, _ candidate: PairingSide) -> AnalysisError {
    AnalysisError(
      .notComparable,
      "The conversations differ: \(place(self.baseline)) had \(Self.list(baseline.names)), "
        + "\(place(self.candidate)) had \(Self.list(candidate.names)).",
      hint: "Run both on the same workload and corpus.")
  }

  /// The conversations have the same names and hold different words.
  func otherCorpus(_ unlike: Int, of turns: Int) -> AnalysisError {
    AnalysisError(
      .notComparable,
      "The corpora differ: in \(unlike) of \(turns) turns of the same conversation and number the caller says "
        + "something else in “\(baseline.runName)” than in “\(candidate.runName)”.",
      hint: "Run both on the same version of the corpus.")
  }

  /// There are conversations in common, but no turn of theirs counts on both sides.
  func nothingToPair(_ selection: TurnSelection, _ unpaired: [UnpairedTurns]) -> AnalysisError {
    let reasons = UnpairedTurns.sentences(unpaired).joined(separator: " ")
    return AnalysisError(
      .notComparable,
      "No \(selection == .all ? "" : "\(selection.rawValue) ")turn of “\(baseline.runName)” has a counterpart "
        + "in “\(candidate.runName)”. \(reasons)",
      hint: "Run both with the same repeats and warm-ups, to the end.")
  }

  private func place(_ cell: ComparedCell) -> String {
    baseline.runName == candidate.runName ? "“\(cell.cell.name)”" : "“\(cell.runName)”"
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(3).map { "“\($0)”" }.joined(separator: ", ")
      + (names.count > 3 ? " and \(names.count - 3) more" : "")
  }
}
