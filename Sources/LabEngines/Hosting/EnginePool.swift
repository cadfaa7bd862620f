import LabProviders
import LabTransport

/// The engines of a run: those in use, and those that wait for their next session.
///
/// Confined to one thread.
final class EnginePool {
  private let sink: any TransportSink
  /// Engines that serve any number of sessions, by what they share.
  private var shared: [String: any EngineStation] = [:]
  /// Engines that serve one session at a time and have none.
  private var idle: [EngineSpecification: [any EngineStation]] = [:]
  /// Engines that are ending.
  private var dismissed: [any EngineStation] = []
  private var busy: [ObjectIdentifier: (specification: EngineSpecification, station: any EngineStation)] = [:]

  init(sink: any TransportSink) {
    self.sink = sink
  }

  /// An engine for one more session.
  func station(for specification: EngineSpecification) throws -> any EngineStation {
    if case .builtIn(let name) = specification, let group = BuiltInEngine(name)?.sharedGroup {
      if let station = shared[group] { return station }
      let station = try make(specification)
      shared[group] = station
      return station
    }
    let station = try popIdle(specification) ?? make(specification)
    busy[ObjectIdentifier(station)] = (specification, station)
    return station
  }

  /// A session has left its engine.
  func release(_ station: any EngineStation, from connection: TransportID) {
    let isReusable = station.end(connection)
    guard let (specification, _) = busy.removeValue(forKey: ObjectIdentifier(station)) else { return }
    if isReusable {
      idle[specification, default: []].append(station)
    } else {
      dismiss(station)
    }
  }

  /// Ends all engines, all at once, and waits for them.
  func stopAll() {
    let all = Array(shared.values) + idle.values.flatMap { $0 } + busy.values.map(\.station)
    for station in all { station.dismiss() }
    for station in all + dismissed { station.join() }
  }

  private func popIdle(_ specification: EngineSpecification) -> (any EngineStation)? {
    while let station = idle[specification]?.popLast() {
      if station.isAlive { return station }
      dismiss(station)
    }
    return nil
  }

  private func dismiss(_ station: any EngineStation) {
    station.dismiss()
    dismissed.append(station)
  }

  private func make(_ specification: EngineSpecification) throws -> any EngineStation {
    switch specification {
    case .program(let arguments): return try ProgramStation(arguments, sink: sink)
    case .builtIn(let name):
      guard let engine = BuiltInEngine(name) else {
        throw EngineProblem("There is no engine “\(name)” in this version of the lab.")
      }
      if let problem = engine.problem { throw problem }
      return try EngineThread(sink: sink, make: { engine.make() })
    }
  }
}
