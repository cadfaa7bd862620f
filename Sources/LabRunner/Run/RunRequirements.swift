import LabAudio
import LabConversation
import LabEmulation
import LabPipeline
import LabPlan
import LabProviders
import LabRecord
import LabTimeline
import LabVoiceActivity

/// What has to be there for a plan to be run in a mode, each with a ``RunError`` that says what is missing.
enum RunRequirements {
  /// Offline and in loopback only providers that are emulated can be measured, and in loopback engines on
  /// this machine, which run for real.
  static func requireEmulation(_ request: RunRequest) throws(RunError) {
    let plan = request.plan
    guard request.mode != .live, plan.playback == nil else { return }
    let emulated = plan.emulation.names
    let engines = Set(plan.catalogue.entries.filter { $0.engine != nil }.map(\.id))
    let missing = plan.providers.filter { !emulated.contains($0) && !engines.contains($0) }
    guard missing.isEmpty else {
      throw RunError(
        .invalidPlan, "The plan names providers that are not emulated: \(missing.joined(separator: ", ")).",
        hint: "Measure them with --mode live, or list the emulated ones with: turnlab providers")
    }
  }

  /// Every workload has conversations in its corpus.
  static func requireConversations(of plan: RunPlan, in library: CorpusLibrary) throws(RunError) {
    for selection in plan.workloads {
      let found = library.conversations(of: selection).map(\.id)
      let missing = (selection.conversations ?? []).filter { !found.contains($0) }
      guard missing.isEmpty else {
        throw RunError(
          .invalidPlan,
          "The corpus “\(selection.corpus)” has no conversation “\(missing.joined(separator: "”, “"))”.",
          hint: "List its conversations with: turnlab corpus inspect \(selection.corpus)")
      }
      guard !found.isEmpty else {
        throw RunError(
          .invalidPlan,
          "The corpus “\(selection.corpus)” has no conversation for the workload “\(selection.workload)”.",
          hint: "Name another corpus, or name conversations under the workload.")
      }
    }
  }

  /// No cell has an engine that computes for as long as it takes: virtual time cannot wait for it.
  static func requireVirtualTime(_ request: RunRequest, cells: [ResolvedCell]) throws(RunError) {
    guard request.mode == .offline, request.plan.playback == nil else { return }
    let emulated = request.plan.emulation.names
    for cell in cells {
      for (_, service) in cell.services.inOrder
      where service.entry.engine != nil && !emulated.contains(service.entry.id) {
        throw RunError(
          .invalidPlan,
          "The cell “\(cell.cell.name)” cannot be measured offline: \(service.entry.id) runs on this machine and "
            + "takes real time.",
          hint: "Measure it with --mode live, or leave it out with --select.")
      }
    }
  }

  /// Makes one detector and one voice processor for each of the cells, to find out before anything is
  /// measured whether they are there.
  static func requireDetectors(of cells: [ResolvedCell]) throws {
    var seen: Set<String> = []
    for resolved in cells {
      let cell = resolved.cell
      guard seen.insert("\(cell.vad) \(cell.workload) \(cell.preset) \(cell.arm)").inserted else { continue }
      do {
        _ = try resolved.settings.voiceProcessor()
        if case .program = resolved.detector { continue }
        _ = try resolved.detector.make(settings: resolved.settings)
      } catch let error as VoiceActivityError where error.code == .detectorFailed {
        throw RunError(
          .missingEngine, "The cell “\(cell.name)” cannot be measured: \(error.message)", hint: error.hint)
      }
    }
  }
}
