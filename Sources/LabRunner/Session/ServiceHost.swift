import LabCassette
import LabEmulation
import LabEmulatorServer
import LabProviders
import LabRunner
import LabTransport

/// Makes the services of a run reachable: starts the emulator for loopback, looks for keys for live.
final class ServiceHost {
  private let runner: PlanRunner
  private let variables: [String: String]
  private var server: EmulatorServer?
  private var doors: FaultDoors?
  private var legs: LegDoors?

  /// - Throws: a ``RunError`` that names every key that a live run lacks, or an engine that this machine lacks.
  init(runner: PlanRunner, variables: [String: String]) throws {
    self.runner = runner
    self.variables = variables
    if runner.request.mode == .live { try requireKeys() }
    if runner.request.mode != .offline { try runner.requireEngines() }
  }

  /// Starts what has to be started.
  func start() throws -> ServiceAccess {
    raiseOpenFileLimit()
    switch runner.request.mode {
    case .offline: return .emulated()
    case .loopback:
      if let playback = runner.request.plan.playback {
        let services = playback.services(seed: runner.request.plan.seed)
        let server = EmulatorServer(settings: .init()) { services.exchange(for: $0) }
        self.server = server
        return .emulated(at: Endpoint(isSecure: false, host: "127.0.0.1", port: try server.start()))
      }
      let services = try runner.emulatedArms()
      let server = EmulatorServer(settings: .init()) { services.exchange(for: $0) }
      let port = try server.start()
      self.server = server
      var access = ServiceAccess.emulated(at: Endpoint(isSecure: false, host: "127.0.0.1", port: port))
      let plan = runner.request.plan
      let rules = plan.emulation.faults.rules + (plan.baseline?.emulation.faults.rules ?? [])
      let doors = try FaultDoors(rules: rules) { services.exchange(for: $0) }
      self.doors = doors
      access.door = { doors.redirect($0, $1) }
      let legs = try LegDoors(networks: plan.networksInUse, seed: plan.seed) { services.exchange(for: $0) }
      self.legs = legs
      access.overLeg = { legs.endpoint(network: $0, provider: $1) }
      return access
    case .live:
      let variables = variables
      return ServiceAccess(endpoint: nil) { variable, _ in variables[variable] }
    }
  }

  /// In loopback both ends of every connection are in this process.
  private func raiseOpenFileLimit() {
    guard runner.request.mode != .offline else { return }
    let conversations = min(runner.request.plan.concurrency, runner.conversations.count)
    let ends = runner.request.mode == .loopback ? 2 : 1
    let needed = 64 + conversations * OpenFileLimit.perConversation * ends
    if let problem = OpenFileLimit.raise(to: needed) { Console.current.note(problem) }
  }

  func stop() {
    do {
      try server?.stop()
      try doors?.stop()
      try legs?.stop()
    } catch {
      Console.current.note("The emulator did not stop in order: \(error)")
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
