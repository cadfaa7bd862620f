import LabRecord
import LabTimeline

/// Every warning that the lab can give, each defined once.
package enum WarningCatalogue {
  /// The definitions, those that may spoil a whole run first.
  package static let definitions: [WarningDefinition] =
    HarnessDetector.definitions + ClockDetector.definitions
    + [
      DriftDetector.definition, ConnectionDetector.definition, RetryDetector.definition,
      ColdStartDetector.definition, ModeDetector.definition, SampleSizeDetector.definition,
    ]

  /// What is to be said about a run, grave things first; of equal gravity in the order of the codes, then of
  /// cells.
  static func warnings(in evidence: RunEvidence) -> [MeasurementWarning] {
    let all =
      HarnessDetector.warnings(in: evidence) + ClockDetector.warnings(in: evidence)
      + DriftDetector.warnings(in: evidence) + ConnectionDetector.warnings(in: evidence)
      + RetryDetector.warnings(in: evidence) + ColdStartDetector.warnings(in: evidence)
      + ModeDetector.warnings(in: evidence) + SampleSizeDetector.warnings(in: evidence)
    let gravity = MeasurementWarning.Severity.allCases.reversed()
    return gravity.flatMap { severity in all.filter { $0.severity == severity } }
  }
}

extension RunAnalysis {
  /// Asks every detector, and puts what it says into the report: warnings about a cell with the cell, the
  /// others with the run. A run with an invalid warning is not valid.
  mutating func addWarnings(instrument: InstrumentReading?) {
    let evidence = RunEvidence(self, instrument: instrument)
    let warnings = WarningCatalogue.warnings(in: evidence)
    report.warnings = warnings.filter { $0.cell == nil }
    for index in report.cells.indices {
      report.cells[index].warnings = warnings.filter { $0.cell == index }
    }
    let grave = warnings.filter { $0.severity == .invalid }
    report.run.instrument.isValid = grave.isEmpty
    report.run.instrument.warnings = grave.map(\.seen)
  }
}

extension MeasurementWarning {
  /// The one cell that the warning is about; `nil` when it is about the run or a pair.
  var cell: Int? {
    if case .cell(let index) = scope { index } else { nil }
  }
}

extension RunReport {
  /// Every warning: those about the run and its pairs, then those about cells; within each, grave ones first.
  public var allWarnings: [MeasurementWarning] {
    let all = warnings + cells.flatMap(\.warnings)
    return MeasurementWarning.Severity.allCases.reversed().flatMap { severity in
      all.filter { $0.severity == severity }
    }
  }
}
