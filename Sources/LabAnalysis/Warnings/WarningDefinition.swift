/// A warning before it is given: when it is, and what it says then. The documentation is made from these.
package struct WarningDefinition: Hashable, Sendable {
  package let code: MeasurementWarning.Code
  /// A few words for a heading.
  package let title: String
  /// When the warning is given, with the limits.
  package let condition: String
  package let severity: MeasurementWarning.Severity
  /// Why a figure may mislead because of it.
  package let why: String
  /// What to try.
  package let advice: String

  /// The probability with which a run without the fault is warned of it falsely, at most, for each detector
  /// that tests a hypothesis. It is shared out over the cells, so that large matrices do not warn more often.
  package static let falseAlarmProbability = 0.01
}
