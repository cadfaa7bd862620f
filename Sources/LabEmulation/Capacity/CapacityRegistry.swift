import Synchronization

/// Counts the calls that are open at each service of limited capacity.
final class CapacityRegistry: Sendable {
  private let open = Mutex<[String: Int]>([:])

  /// A place at a service, given back once.
  final class Seat: Sendable {
    private let registry: CapacityRegistry
    private let provider: String
    private let isTaken = Atomic(true)

    fileprivate init(_ registry: CapacityRegistry, provider: String) {
      self.registry = registry
      self.provider = provider
    }

    deinit { leave() }

    /// How many calls are open at the service now.
    var occupied: Int { registry.open.withLock { $0[provider] ?? 0 } }

    func leave() {
      guard isTaken.exchange(false, ordering: .relaxed) else { return }
      registry.open.withLock { $0[provider, default: 0] -= 1 }
    }
  }

  /// Takes a place; nil when all are taken and the service refuses what is beyond.
  func enter(_ provider: String, capacity: ServiceCapacity) -> Seat? {
    let isIn = open.withLock { open in
      let count = open[provider, default: 0]
      guard capacity.beyond == .slow || count < capacity.concurrent else { return false }
      open[provider] = count + 1
      return true
    }
    return isIn ? Seat(self, provider: provider) : nil
  }
}
