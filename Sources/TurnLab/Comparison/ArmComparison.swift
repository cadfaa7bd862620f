import LabAnalysis
import LabRecord
import LabTimeline

/// The comparison that a run with a baseline arm carries in its own reports.
enum ArmComparison {
  /// Compares the arms; `nil` for a run without a baseline, and as long as nothing of it can be compared.
  static func report(of analysis: RunAnalysis) throws -> ComparisonReport? {
    guard analysis.report.pairs?.isEmpty == false else { return nil }
    // Named by the plan: equal runs have equal files, whatever their folders are called.
    let side = CellMatching.Side(ComparedRun(name: analysis.report.run.plan.name, analysis: analysis))
    do {
      let matching = try CellMatching.arms(of: side)
      return try ComparisonReport(matching)
    } catch {
      // An interrupted run may have one arm only; its reports are made all the same.
      guard error.code == .notComparable else { throw error }
      return nil
    }
  }
}
