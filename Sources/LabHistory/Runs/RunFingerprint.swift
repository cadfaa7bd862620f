public import LabAnalysis
import LabRecord
import LabTimeline

/// The conditions under which two runs are comparable: plan, mode and, in real time, the machine.
///
/// A cell brings the other half, its providers. The plan counts by name: a night whose plan was edited stays
/// in the series, and trends say that it was.
public struct RunFingerprint: Hashable, Sendable {
  /// The name of the plan.
  public var plan: String
  /// `offline`, `loopback` or `live`.
  public var mode: String
  /// The machine; `nil` in virtual time, where it has no part in any figure.
  public var machine: Machine?

  /// - Parameter machine: Is not looked at in virtual time.
  public init(plan: String, mode: String, machine: Machine) {
    self.plan = plan
    self.mode = mode
    self.machine = mode == RunMode.offline.rawValue ? nil : machine
  }

  /// The conditions of a run.
  public init(_ run: RunReport.Run) {
    self.init(plan: run.plan.name, mode: run.mode.rawValue, machine: Machine(run.environment))
  }

  /// The conditions in one line.
  public var name: String {
    ["plan \(plan)", mode, machine?.name].compactMap { $0 }.joined(separator: " · ")
  }

  /// What keeps runs under these conditions from being compared with runs under others; `nil` when nothing
  /// does.
  public func difference(from other: RunFingerprint) -> String? {
    if plan != other.plan { return "it is of the plan “\(other.plan)”, not “\(plan)”" }
    if mode != other.mode { return "it was made in mode \(other.mode), not \(mode)" }
    if let machine, let theirs = other.machine {
      if machine.isUnknown || theirs.isUnknown { return "its machine, or this one's, is not known" }
      if machine != theirs { return "it was made on \(theirs.name), not on \(machine.name)" }
    }
    return nil
  }

  /// Stable text by which the database knows the conditions.
  var text: String {
    let parts = [
      plan, mode, machine?.system, machine?.processor, machine?.processors.map(String.init), machine?.version,
    ]
    return parts.map { $0 ?? "" }.joined(separator: "\u{1F}")
  }

  /// Whether time is virtual, so that equal plan, seed and program give equal figures.
  var isVirtual: Bool { mode == RunMode.offline.rawValue }
}
