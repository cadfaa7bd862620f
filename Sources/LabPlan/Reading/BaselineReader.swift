import LabConversation
import LabEmulation
import LabProviders
import LabRecord
import LabTimeline
import LabVoiceActivity
import LabYAML

/// Reads what a plan says of its baseline arm: what differs, or another plan.
enum BaselineReader {
  /// What was read, to be applied when the rest of the plan is known.
  struct Wish {
    let mapping: YAMLMapping
    var draws = RunPlan.Baseline.Draws.common
    /// The path of another plan, as it is written.
    var plan: YAMLValue?
    /// One value each, in place of whatever the axis holds.
    var axes: [(axis: MatrixAxis, name: String)] = []
    var settings: [SettingValue] = []
    /// The plan's own profiles with what the baseline changes.
    var emulation: EmulationProfiles
    /// The plan's own recovery with what the baseline changes.
    var recovery: RecoveryPolicy
  }

  /// - Parameters:
  ///   - emulation: The profiles of the plan.
  ///   - names: What the plan can name.
  ///   - recovery: What the plan's clients do when a provider fails.
  static func read(
    _ mapping: YAMLMapping, over emulation: EmulationProfiles,
    names: MatrixNames, recovery: RecoveryPolicy
  ) -> Wish {
    var wish = Wish(
      mapping: mapping, emulation: emulation, recovery: RecoveryReader.read(mapping, over: recovery))
    if let draws = mapping.optional("draws")?.choice(of: RunPlan.Baseline.Draws.self) { wish.draws = draws }
    wish.plan = mapping.optional("plan")
    for axis in MatrixAxis.all(names) where axis.key != "device" {
      guard let value = mapping.optional(axis.key) else { continue }
      guard let name = PlanReader.known(value, among: axis.names, as: axis.what) else { continue }
      wish.axes.append((axis, name))
    }
    wish.settings = mapping.optionalMapping("settings").map(SettingsReader.read) ?? []
    if let changes = mapping.optionalMapping("emulation") {
      wish.emulation = EmulationReader.read(changes, over: emulation)
    }
    mapping.finish()
    if wish.plan != nil { reportRivals(in: mapping) }
    return wish
  }

  /// Another plan says all of the baseline, so that nothing but the draws can stand beside it.
  private static func reportRivals(in mapping: YAMLMapping) {
    for key in MatrixAxis.all().map(\.key) + ["settings", "emulation"] + RecoveryReader.keys
    where key != "device" {
      mapping.optional(key)?.report(
        "“\(key)” cannot stand beside “plan”, which says all of the baseline; keep one of them")
    }
  }

  /// A path that stands in a plan, as seen from where the program was started.
  static func resolve(_ path: String, from plan: String) -> String {
    guard !path.hasPrefix("/"), let slash = plan.lastIndex(of: "/") else { return path }
    return plan[...slash] + path
  }
}

extension RunPlan {
  /// The plan with a baseline that differs from it as wished.
  func adding(_ wish: BaselineReader.Wish) -> RunPlan {
    var matrix = matrix
    for (axis, name) in wish.axes { axis.replace(with: name, in: &matrix) }
    var plan = self
    plan.baseline = Baseline(
      matrix: matrix, settings: settings + wish.settings,
      emulation: wish.emulation, draws: wish.draws, recovery: wish.recovery)
    let own = plan.settingConflicts()
    for conflict in plan.settingConflicts(of: .baseline) where !own.contains(conflict) {
      (wish.mapping.optional("settings") ?? wish.mapping.value).report(conflict)
    }
    return plan
  }

  /// The plan with another one's settings, services and cells as its baseline.
  func adding(_ other: RunPlan, at path: String, draws: Baseline.Draws) -> RunPlan {
    var plan = self
    plan.detectors += other.detectors.filter { entry in !detectors.contains { $0.name == entry.name } }
    plan.networks += other.networks.filter { network in
      !networks.contains { $0.name == network.name }
    }
    plan.devices += other.devices.filter { device in !devices.contains { $0.name == device.name } }
    plan.commands += other.commands.filter { entry in !commands.contains { $0.id == entry.id } }
    plan.services += other.services.filter { entry in
      other.providers.contains(entry.id) && !services.contains { $0.id == entry.id }
    }
    plan.baseline = Baseline(
      plan: .init(path: path, identity: other.identity), matrix: other.matrix, settings: other.settings,
      emulation: other.emulation, draws: draws, recovery: other.recovery)
    plan.baseline?.presets = other.presets
    return plan
  }
}
