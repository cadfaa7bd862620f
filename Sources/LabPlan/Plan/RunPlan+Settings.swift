public import LabConversation
public import LabRecord

extension RunPlan {
  /// The settings of a workload with a preset: the preset's, then the workload's, then the plan's; the
  /// changes of a preset of the plan's own come last.
  func settings(of workload: Workload, preset: PlanPreset, arm: Cell.Arm) -> SessionSettings {
    var settings = workload.settings(preset: preset.base)
    for setting in self.settings(of: arm) + preset.settings { setting.apply(to: &settings) }
    if let sessionLength { settings.sessionDuration = sessionLength }
    return settings
  }

  /// The settings of a workload with a preset; `nil` when the plan does not know one of the names.
  public func settings(
    workload: String, preset: String, arm: Cell.Arm = .candidate
  ) -> SessionSettings? {
    guard let workload = WorkloadCatalogue.named(workload), let preset = self.preset(named: preset, arm: arm)
    else { return nil }
    return settings(of: workload, preset: preset, arm: arm)
  }

  /// What is impossible about settings that are each in their range, each said once, with where it comes up
  /// first.
  func settingConflicts(of arm: Cell.Arm = .candidate) -> [String] {
    var seen: Set<SettingsError> = []
    var conflicts: [String] = []
    let presets = arm == .baseline ? baseline?.matrix.preset ?? [] : matrix.preset
    for workload in workloads.map(\.workload) {
      for preset in presets {
        for conflict in settings(workload: workload, preset: preset, arm: arm)?.conflicts ?? []
        where seen.insert(conflict).inserted {
          conflicts.append("in “\(workload)” with the preset “\(preset)”: \(conflict)")
        }
      }
    }
    return conflicts
  }

  /// Whether the pauses of callers are recorded: when the plan says so, and when any cell ends turns by
  /// anything but plain silence.
  package var recordsPauses: Bool {
    frontier
      ?? workloads.contains { selection in
        matrix.preset.contains { preset in
          let settings = settings(workload: selection.workload, preset: preset)
          return settings.map { $0.endOfTurnPolicy != .silence } ?? false
        }
      }
  }

  /// Whether the plan names any setting that the barge-in panel is about, whatever its value.
  package var showsBargeIn: Bool {
    (settings + (baseline?.settings ?? [])).contains { SettingField.ofBargeInPanel.contains($0.field.key) }
  }
}
