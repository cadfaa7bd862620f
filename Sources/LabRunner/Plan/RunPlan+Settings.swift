public import LabConversation
public import LabRecord
import LabTimeline
import LabWorkloads

extension RunPlan {
  /// The settings under which a workload is had with a preset: the preset's, then the workload's, then the plan's; the
  /// changes of a preset of the plan's own come last.
  ///
  /// - Throws: a `SettingsError` when the plan gives a setting a value that it does not accept.
  public func settings(
    workload: String, preset name: String, arm: Cell.Arm = .candidate
  ) throws(SettingsError) -> SessionSettings {
    let own = ownPreset(name, arm: arm)
    let preset = own?.base ?? Preset(rawValue: name) ?? .balanced
    var settings = WorkloadCatalogue.named(workload)?.settings(preset: preset) ?? preset.settings
    let changes = self.settings(of: arm) + (own?.settings ?? [])
    for setting in changes { try setting.field.set(setting.text, in: &settings) }
    if let sessionLength { settings.sessionDuration = sessionLength }
    return settings
  }

  /// What is impossible about settings that are each in their range, each said once, with where it comes up first.
  func settingConflicts(of arm: Cell.Arm = .candidate) throws(SettingsError) -> [String] {
    var seen: Set<SettingsError> = []
    var conflicts: [String] = []
    let presets = arm == .baseline ? baseline?.matrix.preset ?? [] : matrix.preset
    for workload in workloads.map(\.workload) {
      for preset in presets {
        let settings = try settings(workload: workload, preset: preset, arm: arm)
        for conflict in settings.conflicts where seen.insert(conflict).inserted {
          conflicts.append("in “\(workload)” with the preset “\(preset)”: \(conflict)")
        }
      }
    }
    return conflicts
  }
}
