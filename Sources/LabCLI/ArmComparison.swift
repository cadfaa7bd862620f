import LabGates
import LabReports

/// The comparison that a run with a baseline arm carries in its own reports.
enum ArmComparison {
  /// Compares the arms; `nil` for a run without a baseline, and as long as nothing of it can be compared.
  static func report(of analysis: RunAnalysis, name: String) throws -> ComparisonReport? {
    guard analysis.report.pairs?.isEmpty == false else { return nil }
    let side = CellMatching.Side(ComparedRun(name: name, analysis: analysis))
    do {
      let matching = try CellMatching.arms(of: side)
      return try ComparisonReport(matching)
    } catch let error as GateError where error.code == .notComparable {
      // An interrupted run may have one arm only; its reports are made all the same.
      return nil
    }
  }
}
