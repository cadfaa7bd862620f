import LabCassette
import LabEmulation
import LabEmulatorServer
import LabPlan
import LabProviders
import LabRecord
import LabTimeline
import LabTransport

/// Makes the services of a run reachable: starts the emulator for loopback, looks for keys for live.
final class ServiceHost {
  private let runner: PlanRunner
  private let variables: [String: String]
  private var server: EmulatorServer?
  private var faults: FaultListeners?
  private var legs: LegListeners?

  /// - Throws: a ``RunError`` that names every key that a live run lacks, or an engine that this machine
  ///   lacks.
  init(runner: PlanRunner, variables: [String: String]) throws {
    self.runner = runner
    self.variables = variables
    if runner.request.mode == .live { try requireKeys() }
    if runner.request.mode != .offline { try runner.requireEngines() }
  }

  /// Starts what has to be started.
  ///
  /// - Parameter note: Told what does not stop the run, in one sentence.
  func start(note: (String) -> Void) throws -> ServiceAccess {
    raiseOpenFileLimit(note: note)
    switch runner.request.mode {
    case .offline: return .emulated()
    case .loopback: return try startEmulator()
    case .live:
      let variables = variables
      return ServiceAccess(endpoint: nil) { variable, _ in variables[variable] }
    }
  }

  private func startEmulator() throws -> ServiceAccess {
    let plan = runner.request.plan
    if let playback = plan.playback {
      let services = playback.services(seed: plan.seed)
      return .emulated(at: try serve { services.exchange(for: $0) })
    }
    let services = try runner.emulatedArms()
    var access = ServiceAccess.emulated(at: try serve { services.exchange(for: $0) })
    let rules = plan.emulation.faults.rules + (plan.baseline?.emulation.faults.rules ?? [])
    let faults = try FaultListeners(rules: rules) { services.exchange(for: $0) }
    self.faults = faults
    access.door = { faults.redirect($0, $1) }
    let legs = try LegListeners(networks: plan.networksInUse, seed: plan.seed) { services.exchange(for: $0) }
    self.legs = legs
    access.overLeg = { legs.endpoint(network: $0, provider: $1) }
    return access
  }

  private func serve(
    _ exchange: @escaping @Sendable (ConnectionRequest) -> any EmulatedExchange
  ) throws -> Endpoint {
    let server = EmulatorServer(settings: .init(), exchange: exchange)
    self.server = server
    return Endpoint(isSecure: false, host: "127.0.0.1", port: try server.start())
  }

  /// In loopback both ends of every connection are in this process.
  private func raiseOpenFileLimit(note: (String) -> Void) {
    guard runner.request.mode != .offline else { return }
    let conversations = min(runner.request.plan.concurrency, runner.conversations.count)
    let ends = runner.request.mode == .loopback ? 2 : 1
    let needed = 64 + conversations * OpenFileLimit.perConversation * ends
    if let problem = OpenFileLimit.raise(to: needed) { note(problem) }
  }

  /// Stops what was started.
  func stop(note: (String) -> Void) {
    do {
      try server?.stop()
      try faults?.stop()
      try legs?.stop()
    } catch {
      note("The emulator did not stop in order: \(error)")
    }
  }

  private func requireKeys() throws {
    let used = Set(runner.request.plan.providers)
    let missing = Set(
      runner.request.plan.catalogue.entries.filter { used.contains($0.id) }.compactMap(\.keyVariable)
    )
    .filter { variables[$0]?.isEmpty ?? true }.sorted()
    guard missing.isEmpty else {
      throw RunError(
        .missingKey,
        "A live run of this plan needs \(missing.joined(separator: " and ")) in the environment.",
        hint: "Export the keys, or measure emulated providers with --mode offline.")
    }
  }
}
