import LabProviders
import LabTransport

/// The engines of a run: those in use, and those that wait for their next session.
///
/// Confined to one thread.
final class EnginePool {
  private let sink: any TransportSink
  /// Engines that serve any number of sessions, by what they share.
  private var shared: [String: any EngineHost] = [:]
  /// Engines that serve one session at a time and have none.
  private var idle: [EngineSpecification: [any EngineHost]] = [:]
  /// Engines that are ending.
  private var dismissed: [any EngineHost] = []
  private var busy: [ObjectIdentifier: (specification: EngineSpecification, host: any EngineHost)] = [:]

  init(sink: any TransportSink) {
    self.sink = sink
  }

  /// An engine for one more session.
  func host(for specification: EngineSpecification) throws -> any EngineHost {
    if case .builtIn(let name) = specification, let group = BuiltInEngine(name)?.sharedGroup {
      if let host = shared[group] { return host }
      let host = try make(specification)
      shared[group] = host
      return host
    }
    let host = try popIdle(specification) ?? make(specification)
    busy[ObjectIdentifier(host)] = (specification, host)
    return host
  }

  /// A session has left its engine.
  func release(_ host: any EngineHost, from connection: TransportID) {
    let isReusable = host.end(connection)
    guard let (specification, _) = busy.removeValue(forKey: ObjectIdentifier(host)) else { return }
    if isReusable {
      idle[specification, default: []].append(host)
    } else {
      dismiss(host)
    }
  }

  /// Ends all engines, all at once, and waits for them.
  func stopAll() {
    let all = Array(shared.values) + idle.values.flatMap { $0 } + busy.values.map(\.host)
    for host in all { host.dismiss() }
    for host in all + dismissed { host.join() }
  }

  private func popIdle(_ specification: EngineSpecification) -> (any EngineHost)? {
    while let host = idle[specification]?.popLast() {
      if host.isAlive { return host }
      dismiss(host)
    }
    return nil
  }

  private func dismiss(_ host: any EngineHost) {
    host.dismiss()
    dismissed.append(host)
  }

  private func make(_ specification: EngineSpecification) throws -> any EngineHost {
    switch specification {
    case .program(let arguments): return try ProgramHost(arguments, sink: sink)
    case .builtIn(let name):
      guard let engine = BuiltInEngine(name) else {
        throw EngineProblem("There is no engine “\(name)” in this version of the lab.")
      }
      if let problem = engine.problem { throw problem }
      return try EngineThread(sink: sink, make: { engine.make() })
    }
  }
}
