import LabConversation
import LabEmulation
import LabEngines
import LabProviders
import LabRecord
import LabTimeline

/// Engines on this machine: where they can be measured, and whether they are here.
extension PlanRunner {
  /// Checks that every engine of the selected cells is on this machine and can hear what its cell's microphone gives.
  ///
  /// - Throws: a ``RunError`` that names the cell, the engine and what to install.
  public func requireEngines() throws {
    let catalogue = request.plan.catalogue
    for cell in order.cells {
      for id in cell.services {
        let entry = try catalogue.entry(id)
        guard let engine = entry.engine else { continue }
        if let problem = engine.problem {
          throw RunError(
            .missingEngine, "The cell “\(cell.name)” needs an engine: \(problem.message)",
            hint: problem.hint ?? "See what works on this machine with: turnlab doctor")
        }
        let rate = try request.plan.settings(
          workload: cell.workload, preset: cell.preset, arm: cell.arm
        ).sampleRate
        guard entry.kind == .speechToText, !entry.sampleRates.contains(rate) else { continue }
        let rates = entry.sampleRates.map(String.init).joined(separator: ", ")
        throw RunError(
          .missingEngine,
          "The cell “\(cell.name)” has a microphone of \(rate) Hz, and \(id) hears \(rates) Hz.",
          hint: "Set sampleRate under settings, or leave out the preset that changes it.")
      }
    }
  }

  /// Checks that no selected cell has an engine that computes for as long as it takes: virtual time cannot wait for it.
  ///
  /// - Throws: a ``RunError`` that names the first such cell.
  func requireVirtualTime() throws {
    let engines = request.plan.engines.map(\.id)
    let twins = request.plan.emulation.names
    for cell in order.cells {
      for id in cell.services where engines.contains(id) && !twins.contains(id) {
        throw RunError(
          .invalidPlan,
          "The cell “\(cell.name)” cannot be measured offline: \(id) runs on this machine and takes real time.",
          hint: "Measure it with --mode live, or leave it out with --select.")
      }
    }
  }
}

extension RunPlan {
  /// The entries of the plan's providers that are engines on this machine.
  var engines: [ProviderEntry] {
    let wanted = Set(providers)
    return catalogue.entries.filter { wanted.contains($0.id) && $0.engine != nil }
  }
}
