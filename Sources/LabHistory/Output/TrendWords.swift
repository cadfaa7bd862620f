import Foundation

/// How figures and changes of a trend are written.
struct TrendWords {
  let statistic: TrendStatistic

  /// The figure with its unit.
  func withUnit(_ value: Double) -> String {
    [figure(value), statistic.unit].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The figure alone.
  func figure(_ value: Double) -> String {
    switch statistic {
    case .p50, .p90: String(format: "%.1f", value)
    case .errorRate: String(format: "%.2f %%", 100 * value)
    case .usdPerHour: String(format: "%.4f", value)
    }
  }

  /// A change with its sign.
  func change(_ change: Double) -> String {
    String(format: statistic.isRelative ? "%+.1f %%" : "%+.2f points", 100 * change)
  }

  /// A change in a sentence.
  func sentence(_ change: TrendChange) -> String {
    let size = "\(self.change(change.change)), \(withUnit(change.before)) → \(withUnit(change.after))"
    let plan = change.planWasEdited ? "; the plan was edited then" : ""
    return "changed from the night of \(change.startedAt) (run \(change.run.prefix(8))) on: \(size)\(plan)"
  }

  /// A comparison with a baseline in a sentence.
  func sentence(_ drift: BaselineDrift) -> String {
    let nights = drift.nights == 1 ? "the last night" : "the last \(drift.nights) nights"
    let size = "\(change(drift.change)), \(withUnit(drift.pinned)) → \(withUnit(drift.recent))"
    return "against the baseline “\(drift.baseline)”, \(nights): \(size)"
  }
}
