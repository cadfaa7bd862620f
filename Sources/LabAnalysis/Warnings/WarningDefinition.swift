/// A warning before it is given: when it is, and what it says then. The documentation is made from these.
struct WarningDefinition: Hashable, Sendable {
  let code: MeasurementWarning.Code
  /// A few words for a heading.
  let title: String
  /// When the warning is given, with the limits.
  let condition: String
  let severity: MeasurementWarning.Severity
  /// Why a figure may mislead because of it.
  let why: String
  /// What to try.
  let advice: String

  /// The probability with which a run without the fault is warned of it by chance, at most, for each detector that
  /// tests a hypothesis. It is shared out over the cells, so that large matrices do not warn more often.
  static let falseAlarmProbability = 0.01
}
