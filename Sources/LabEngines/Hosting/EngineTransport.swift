public import LabProviders
public import LabTransport
import Synchronization

/// Carries lines between sessions and the engines on this machine, each engine on threads or in a process of
/// its own.
///
/// Opening and sending return at once: engines are loaded, programs started and lines written elsewhere,
/// never on the caller's thread. Replies are stamped where they are made, or where a program's bytes arrive.
/// An engine that a session has left stays loaded for the next one.
public final class EngineTransport: Sendable {
  /// A connection, and what was sent on it before its engine was found.
  private struct Link {
    var host: (any EngineHost)?
    var kept: [String] = []
  }

  enum Order: Sendable {
    case open(SessionRequest, EngineSpecification)
    case close(TransportID, any EngineHost)
  }

  private let sink: any TransportSink
  private let links = Mutex<[TransportID: Link]>([:])
  private let orders = Inbox<Order>()
  /// Started with the first engine that is asked for.
  private let porter = Mutex<DedicatedThread?>(nil)

  /// - Parameter sink: Takes the events, on the engines' threads.
  public init(sink: any TransportSink) {
    self.sink = sink
  }

  deinit {
    orders.close()
  }

  /// Opens a session. Its events carry the id; `opened` comes when the engine is ready.
  ///
  /// - Parameter opening: The line that opens the session.
  public func open(
    _ id: TransportID, _ specification: EngineSpecification, provider: String, opening: String
  ) {
    let now = MonotonicClock.now()
    links.withLock { $0[id] = Link() }
    do {
      try startPorter()
    } catch {
      let failure = TransportFailure(.other, "The engine’s thread could not be started: \(error)")
      return sink.deliver(TransportEvent(connection: id, at: now, kind: .failed(failure)))
    }
    orders.append(
      .open(
        SessionRequest(connection: id, provider: provider, opening: opening, asked: now), specification))
  }

  /// Sends a line, in order; before the engine is ready it waits, after the end it is dropped.
  public func send(_ id: TransportID, _ line: String) {
    let host = links.withLock { links -> (any EngineHost)? in
      guard let host = links[id]?.host else {
        links[id]?.kept.append(line)
        return nil
      }
      return host
    }
    host?.send(id, line)
  }

  /// Ends a session. Its engine can serve another.
  public func close(_ id: TransportID) {
    let link = links.withLock { $0.removeValue(forKey: id) }
    if let host = link?.host { orders.append(.close(id, host)) }
  }

  /// Ends all engines and waits for them. The transport cannot be used afterwards.
  public func shutdown() {
    orders.close()
    porter.withLock { $0 }?.join()
  }

  private func startPorter() throws {
    try porter.withLock { thread in
      guard thread == nil else { return }
      let (orders, sink) = (orders, sink)
      thread = try DedicatedThread(priority: .ordinary) { [weak self] in
        let pool = EnginePool(sink: sink)
        while let batch = orders.wait() {
          for order in batch {
            switch order {
            case .open(let request, let specification): self?.connect(request, specification, pool)
            case .close(let id, let host): pool.release(host, from: id)
            }
          }
        }
        pool.stopAll()
      }
    }
  }

  private func connect(_ request: SessionRequest, _ specification: EngineSpecification, _ pool: EnginePool) {
    let id = request.connection
    guard links.withLock({ $0[id] != nil }) else { return }
    do {
      let host = try pool.host(for: specification)
      host.begin(request)
      // Under the lock, so that nothing that is sent now overtakes what waited.
      let isWanted = links.withLock { links in
        guard let kept = links[id]?.kept else { return false }
        for line in kept { host.send(id, line) }
        links[id] = Link(host: host)
        return true
      }
      if !isWanted { pool.release(host, from: id) }
    } catch {
      links.withLock { $0[id] = nil }
      let failure = TransportFailure(.refused, "\(error)")
      sink.deliver(TransportEvent(connection: id, at: MonotonicClock.now(), kind: .failed(failure)))
    }
  }
}
