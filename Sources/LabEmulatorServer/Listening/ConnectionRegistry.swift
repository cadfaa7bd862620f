import NIOCore
import Synchronization

/// The open connections of a server.
final class ConnectionRegistry: Sendable {
  private let limit: Int
  private let state = Mutex(State())

  private struct State {
    var open: [Int: any Channel] = [:]
    var acceptedCount = 0
    var refusedCount = 0
    var isStopping = false
  }

  init(limit: Int) {
    self.limit = limit
  }

  /// How many connections are open.
  var openCount: Int { state.withLock { $0.open.count } }

  /// How many were turned away because too many were open.
  var refusedCount: Int { state.withLock { $0.refusedCount } }

  /// Takes a new connection in and gives it a number; `nil` when it must be turned away.
  func add(_ channel: any Channel) -> Int? {
    state.withLock { state in
      guard !state.isStopping, state.open.count < limit else {
        state.refusedCount += 1
        return nil
      }
      defer { state.acceptedCount += 1 }
      state.open[state.acceptedCount] = channel
      return state.acceptedCount
    }
  }

  func remove(_ number: Int) {
    state.withLock { _ = $0.open.removeValue(forKey: number) }
  }

  /// Turns away whatever comes from now on, and returns what is open, the oldest first.
  func beginStopping() -> [any Channel] {
    state.withLock { state in
      state.isStopping = true
      return state.open.sorted { $0.key < $1.key }.map(\.value)
    }
  }
}
