public import LabEmulation
public import LabPlan
public import LabProviders
import LabRecord

/// The emulated services that a server of them offers: those of a plan, or the shipped ones.
public struct EmulatedServices: Sendable {
  private let find: @Sendable (ConnectionRequest) -> any EmulatedExchange
  private let faults: FaultPlan
  private let seed: UInt64

  /// - Parameters:
  ///   - plan: Its corpora are known, its latencies kept and its own servers answer; the shipped services
  ///     when nil.
  ///   - faults: What goes wrong before what the plan lets go wrong.
  /// - Throws: what is wrong with the plan's corpora.
  public init(plan: RunPlan?, faults: FaultPlan) throws {
    self.faults = FaultPlan(faults.rules + (plan?.emulation.faults.rules ?? []))
    seed = plan?.seed ?? 1
    guard var plan else {
      var profiles = EmulationProfiles.shipped
      profiles.faults = faults
      let providers = EmulatedProviders(
        seed: 1, profiles: profiles, transcripts: TranscriptIndex(utterances: []))
      find = { providers.exchange(for: $0) }
      return
    }
    plan.emulation.faults = self.faults
    plan.baseline?.emulation.faults.rules.insert(contentsOf: faults.rules, at: 0)
    let arms = try PlanRunner(RunRequest(plan: plan, mode: .loopback)).emulatedArms()
    find = { arms.exchange(for: $0) }
  }

  /// The server half that answers a request.
  public func exchange(for request: ConnectionRequest) -> any EmulatedExchange { find(request) }

  /// What goes wrong with a connection, counted from 0, before it carries a request.
  public func connectionFault(number: Int) -> FaultRule? {
    faults.connectionFault(number: number, seed: seed)
  }
}
