import LabEmulation
import LabProviders
import LabRecord

/// What keeps two plans from being compared cell by cell.
enum BaselineMismatch {
  /// Why a plan cannot be the baseline of another; nil when its cells correspond to those of the other.
  static func reason(for plan: RunPlan, beside other: RunPlan) -> String? {
    let names = [plan.workloads.map(\.workload), other.workloads.map(\.workload)]
    guard names[0] == names[1] else {
      return "the workloads are \(names[0].joined(separator: ", ")) here and "
        + "\(names[1].joined(separator: ", ")) in the baseline’s plan “\(other.identity.name)”"
    }
    for axis in MatrixAxis.all() {
      let counts = [plan.matrix, other.matrix].map { axis.count(in: $0) }
      guard counts[0] == counts[1] else {
        return
          "“\(axis.key)” has \(counts[0]) in the matrix here and \(counts[1]) in that of the baseline’s plan "
          + "“\(other.identity.name)”"
      }
    }
    for command in plan.commands
    where other.commands.contains(where: { $0.id == command.id && $0 != command }) {
      return "“\(command.id)” is another program in the baseline’s plan “\(other.identity.name)”"
    }
    for id in (plan.services + other.services).map(\.id)
    where plan.providers.contains(id) && other.providers.contains(id) {
      guard
        plan.catalogue.entries.first(where: { $0.id == id })
          != other.catalogue.entries.first(where: { $0.id == id })
      else { continue }
      return "“\(id)” is another service in the baseline’s plan “\(other.identity.name)”"
    }
    for network in plan.networks
    where other.networks.contains(where: { $0.name == network.name && $0 != network }) {
      return "“\(network.name)” is another network in the baseline’s plan “\(other.identity.name)”"
    }
    return nil
  }
}
