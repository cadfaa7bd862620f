import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How a thread asks to be scheduled.
public enum ThreadPriority: Sendable, Hashable {
  /// Like any other thread.
  case ordinary
  /// Ahead of all ordinary threads, first in first out, where the system permits it; ordinary where not.
  case realTimeIfPermitted

  /// Applies the wish to the calling thread, and makes its timed waits as exact as the system can.
  ///
  /// - Returns: what was obtained, for the report on the instrument.
  @discardableResult
  public func applyToCurrentThread() -> ObtainedScheduling {
    let slack = lab_set_timer_slack(1) == 0
    var isRealTime = false
    if self == .realTimeIfPermitted {
      var parameters = sched_param()
      parameters.sched_priority = sched_get_priority_min(SCHED_FIFO)
      isRealTime = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0
    }
    return ObtainedScheduling(isRealTime: isRealTime, hasExactTimers: slack || isRealTime)
  }
}

/// The scheduling a thread was given.
public struct ObtainedScheduling: Sendable, Hashable {
  /// Whether the thread runs ahead of ordinary threads.
  public var isRealTime: Bool
  /// Whether its timed waits are free of the system's usual slack (50 microseconds on Linux).
  public var hasExactTimers: Bool
}
