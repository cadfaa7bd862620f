import Synchronization

/// Cancels whichever run of several is under way, and those after it.
public final class RunCancellation: Sendable {
  private let state = Mutex<(runner: PlanRunner?, isCancelled: Bool)>((nil, false))

  public init() {}

  /// Whether ``cancel()`` was called.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Cancels the run that is under way, and every one that begins.
  public func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.runner?.cancel()
    }
  }

  /// Cancels a run with the others from now on.
  public func watch(_ runner: PlanRunner) {
    state.withLock { state in
      state.runner = runner
      if state.isCancelled { runner.cancel() }
    }
  }
}
