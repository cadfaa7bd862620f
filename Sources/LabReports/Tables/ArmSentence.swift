import LabAnalysis
import LabRecord
import LabTimeline

/// What reports say of a run that carries a baseline arm.
enum ArmSentence {
  /// The number of pairs, and the plan of the baseline when it has one of its own; nil without a baseline.
  static func text(_ report: RunReport) -> String? {
    guard let pairs = report.pairs else { return nil }
    let count = "\(pairs.count) \(pairs.count == 1 ? "pair" : "pairs") of candidate and baseline"
    return count + (report.run.baseline.map { ", the baseline under the plan \($0.name)" } ?? "")
  }
}
