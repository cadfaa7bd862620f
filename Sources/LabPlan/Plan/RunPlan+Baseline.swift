public import LabConversation
public import LabEmulation
import LabProviders
public import LabRecord
import LabStatistics
import LabTimeline

extension RunPlan {
  /// What the baseline arm is measured under. Everything that is not here it shares with the candidate: what
  /// the callers say, how often, in which order and with which seed.
  public struct Baseline: Sendable {
    /// The plan that the arm was taken from; nil when the plan itself says what differs.
    public var plan: Origin?
    /// The cells that the plan's own are held against: as many values on every axis, in the same order.
    public var matrix: Matrix
    /// Settings that apply in every cell of the arm, after those of the workload and the preset.
    public var settings: [SettingValue]
    public var emulation: EmulationProfiles
    public var draws: Draws
    /// What clients of the arm do of themselves when a provider fails; as the candidate's when `nil`.
    public var recovery: RecoveryPolicy?
    /// The presets of the plan that the arm was taken from.
    public var presets: [PlanPreset] = []

    public init(
      plan: Origin? = nil, matrix: Matrix, settings: [SettingValue], emulation: EmulationProfiles,
      draws: Draws = .common, recovery: RecoveryPolicy? = nil
    ) {
      self.plan = plan
      self.matrix = matrix
      self.settings = settings
      self.emulation = emulation
      self.draws = draws
      self.recovery = recovery
    }

    /// A plan file and what was in it.
    public struct Origin: Hashable, Sendable {
      public var path: String
      public var identity: RecordHeader.PlanIdentity

      public init(path: String, identity: RecordHeader.PlanIdentity) {
        self.path = path
        self.identity = identity
      }
    }

    /// What chance deals to the emulated services of the arm.
    public enum Draws: String, Hashable, Sendable, CaseIterable {
      /// The same as to the candidate's, so that the arms differ by nothing but what was changed.
      case common
      /// Draws of its own, as two real services would have them.
      case independent
    }
  }

  /// How the emulated services of an arm behave.
  public func emulation(of arm: Cell.Arm) -> EmulationProfiles {
    arm == .baseline ? baseline?.emulation ?? emulation : emulation
  }

  /// What clients of an arm do of themselves when a provider fails.
  public func recovery(of arm: Cell.Arm) -> RecoveryPolicy {
    arm == .baseline ? baseline?.recovery ?? recovery : recovery
  }

  /// The settings that apply in every cell of an arm.
  public func settings(of arm: Cell.Arm) -> [SettingValue] {
    arm == .baseline ? baseline?.settings ?? settings : settings
  }

  /// The seed of what chance deals to an arm's services and networks.
  package func drawSeed(of arm: Cell.Arm) -> UInt64 {
    guard arm == .baseline, baseline?.draws == .independent else { return seed }
    return SeededGenerator(seed: seed).derived(name: "baseline draws").seed
  }

  /// The matrices of all arms.
  private var matrices: [Matrix] { [matrix] + (baseline.map { [$0.matrix] } ?? []) }

  /// Every provider that the run needs, on whichever arm, each once, in the order of the plan.
  public var providers: [String] {
    var seen: Set<String> = []
    return matrices.flatMap { $0.stt + $0.llm + $0.tts + $0.s2s }.filter { seen.insert($0).inserted }
  }

  /// Why another plan cannot be the baseline of this one; nil when its cells correspond to this one's.
  func mismatch(with other: RunPlan) -> String? {
    let names = [workloads.map(\.workload), other.workloads.map(\.workload)]
    guard names[0] == names[1] else {
      return "the workloads are \(names[0].joined(separator: ", ")) here and "
        + "\(names[1].joined(separator: ", ")) in the baseline’s plan “\(other.identity.name)”"
    }
    for axis in MatrixAxis.all() {
      let counts = [matrix, other.matrix].map { axis.count(in: $0) }
      guard counts[0] == counts[1] else {
        return
          "“\(axis.key)” has \(counts[0]) in the matrix here and \(counts[1]) in that of the baseline’s plan "
          + "“\(other.identity.name)”"
      }
    }
    for command in commands where other.commands.contains(where: { $0.id == command.id && $0 != command }) {
      return "“\(command.id)” is another program in the baseline’s plan “\(other.identity.name)”"
    }
    for id in (services + other.services).map(\.id)
    where providers.contains(id) && other.providers.contains(id) {
      guard
        catalogue.entries.first(where: { $0.id == id })
          != other.catalogue.entries.first(where: { $0.id == id })
      else { continue }
      return "“\(id)” is another service in the baseline’s plan “\(other.identity.name)”"
    }
    for network in networks where other.networks.contains(where: { $0.name == network.name && $0 != network })
    {
      return "“\(network.name)” is another network in the baseline’s plan “\(other.identity.name)”"
    }
    return nil
  }
}
