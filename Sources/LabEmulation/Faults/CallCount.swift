import Synchronization

/// Numbers the calls that do not announce themselves, those of other programs, by the provider that they are
/// for.
final class CallCount: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  /// The number of the next call to a provider, from 0.
  func next(_ provider: String) -> Int {
    counts.withLock { counts in
      defer { counts[provider, default: 0] += 1 }
      return counts[provider, default: 0]
    }
  }
}
