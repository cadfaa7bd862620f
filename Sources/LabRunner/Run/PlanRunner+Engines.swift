import LabConversation
import LabEngines
import LabPlan
import LabProviders
import LabRecord
import LabTimeline

/// Engines on this machine: where they can be measured, and whether they are here.
extension PlanRunner {
  /// Checks that every engine of the selected cells is on this machine and can hear what its cell's
  /// microphone gives.
  ///
  /// - Throws: a ``RunError`` that names the cell, the engine and what to install.
  public func requireEngines() throws {
    for cell in cells {
      for (stage, service) in cell.services.inOrder {
        let entry = service.entry
        guard let engine = entry.engine else { continue }
        if let problem = engine.problem {
          throw RunError(
            .missingEngine, "The cell “\(cell.cell.name)” needs an engine: \(problem.message)",
            hint: problem.hint ?? "See what works on this machine with: turnlab doctor")
        }
        let rate = cell.settings.sampleRate
        guard stage == .stt, !entry.sampleRates.contains(rate) else { continue }
        let rates = entry.sampleRates.map(String.init).joined(separator: ", ")
        throw RunError(
          .missingEngine,
          "The cell “\(cell.cell.name)” has a microphone of \(rate) Hz, and \(entry.id) hears \(rates) Hz.",
          hint: "Set sampleRate under settings, or leave out the preset that changes it.")
      }
    }
  }
}
