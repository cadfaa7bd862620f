public import LabAnalysis
import LabReports

extension RunReport {
  /// Whether at least one turn that counts was answered.
  public var hasAnswer: Bool { cells.contains { $0.completed + $0.interrupted > 0 } }
}
