public import LabConversation
import LabYAML

/// A preset that a matrix names: a shipped one, or one of the plan's own for settings that differ from cell
/// to cell.
public struct PlanPreset: Sendable {
  public var name: String
  /// The shipped preset that it begins with.
  public var base: Preset
  /// What it changes; these come last, after those of the workload and of the whole plan.
  public var settings: [SettingValue]

  public init(name: String, base: Preset = .balanced, settings: [SettingValue]) {
    self.name = name
    self.base = base
    self.settings = settings
  }

  /// A shipped preset, which changes nothing more; `nil` when there is none of the name.
  init?(shipped name: String) {
    guard let preset = Preset(rawValue: name) else { return nil }
    self.init(name: name, base: preset, settings: [])
  }

  /// Reads the presets of a plan.
  static func read(_ mapping: YAMLMapping) -> [PlanPreset] {
    let presets = mapping.keys.compactMap { name -> PlanPreset? in
      guard let value = mapping.optional(name), let changes = value.mapping() else { return nil }
      if Preset(rawValue: name) != nil {
        value.report("“\(name)” is the name of a shipped preset; choose another")
      }
      let base = changes.optional("from")?.choice(of: Preset.self) ?? .balanced
      return PlanPreset(name: name, base: base, settings: SettingsReader.read(changes))
    }
    mapping.finish()
    return presets
  }
}
