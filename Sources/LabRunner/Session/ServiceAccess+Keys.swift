public import LabPlan
import LabProviders
import LabRecord
import LabTimeline

extension ServiceAccess {
  /// Every key that a run of a plan gives to a service.
  public func keys(of plan: RunPlan) throws -> [String] {
    let variables = try plan.providers.compactMap { try plan.catalogue.entry($0).keyVariable }
    return variables.flatMap { variable in Cell.Arm.allCases.compactMap { key(variable, $0) } }
  }
}
