public import LabConversation
import LabRecord
import LabTimeline
import LabYAML

/// A preset of a plan's own: a name in its matrix for settings that differ from cell to cell.
public struct PlanPreset: Sendable {
  public var name: String
  /// The shipped preset that it begins with.
  public var base: Preset
  /// What it changes; these come last, after those of the workload and of the whole plan.
  public var settings: [RunPlan.Setting]

  /// Reads the presets of a plan.
  static func read(_ mapping: YAMLMapping) -> [PlanPreset] {
    let presets = mapping.keys.compactMap { name -> PlanPreset? in
      guard let value = mapping.optional(name), let changes = value.mapping() else { return nil }
      if Preset(rawValue: name) != nil {
        value.report("“\(name)” is the name of a shipped preset; choose another")
      }
      let base = changes.optional("from")?.choice(of: Preset.self) ?? .balanced
      return PlanPreset(name: name, base: base, settings: PlanReader.settings(changes))
    }
    mapping.finish()
    return presets
  }
}

extension RunPlan {
  /// A preset of the plan's own by its name in a cell of an arm.
  func ownPreset(_ name: String, arm: Cell.Arm) -> PlanPreset? {
    let other = arm == .baseline && baseline?.plan != nil ? baseline?.presets : nil
    return (other ?? presets).first { $0.name == name }
  }

  /// Whether the pauses of callers are recorded: when the plan says so, and when any cell ends turns otherwise than by
  /// plain silence.
  func recordsPauses() throws(SettingsError) -> Bool {
    if let frontier { return frontier }
    for workload in workloads.map(\.workload) {
      for preset in matrix.preset
      where try settings(workload: workload, preset: preset).endOfTurnPolicy != .silence {
        return true
      }
    }
    return false
  }
}
