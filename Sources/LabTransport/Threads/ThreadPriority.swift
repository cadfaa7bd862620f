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
  /// Ahead of real-time threads, too, for this percentage of a processor's time, 1 to 95; where the system
  /// has no such thing or no time left to promise, ahead of the lab's other real-time threads.
  ///
  /// Linux takes a processor away from real-time threads for 50 ms when they have had it for 0.95 s of a
  /// second. It leaves those alone that said beforehand how much they want (SCHED_DEADLINE: earliest deadline
  /// first with the constant bandwidth server of Abeni and Buttazzo, “Integrating multimedia applications in
  /// hard real-time systems”, RTSS 1998).
  case reservedIfPermitted(percent: Int)

  /// What a reservation is counted over: short beside what a frame may be late, long beside a switch of
  /// threads.
  private static var period: Int { 10_000_000 }

  /// Applies the wish to the calling thread, and makes its timed waits as exact as the system can.
  ///
  /// - Returns: what was obtained, for the report on the instrument.
  @discardableResult
  public func applyToCurrentThread() -> ObtainedScheduling {
    let slack = lab_set_timer_slack(1) == 0
    let isRealTime: Bool
    switch self {
    case .ordinary: isRealTime = false
    case .realTimeIfPermitted: isRealTime = Self.runFirstInFirstOut(above: 0)
    case .reservedIfPermitted(let percent):
      let runtime = Self.period / 100 * percent
      let isReserved = lab_reserve_processor(.init(runtime), .init(Self.period)) == 0
      isRealTime = isReserved || Self.runFirstInFirstOut(above: 1)
    }
    return ObtainedScheduling(isRealTime: isRealTime, hasExactTimers: slack || isRealTime)
  }

  /// Asks for one of the lowest real-time priorities, so that other real-time work of the machine goes first.
  private static func runFirstInFirstOut(above lowest: Int32) -> Bool {
    var parameters = sched_param()
    parameters.sched_priority = sched_get_priority_min(SCHED_FIFO) + lowest
    return pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0
  }
}

/// The scheduling a thread was given.
public struct ObtainedScheduling: Sendable, Hashable {
  /// Whether the thread runs ahead of ordinary threads.
  public var isRealTime: Bool
  /// Whether its timed waits are free of the system's usual slack (50 microseconds on Linux).
  public var hasExactTimers: Bool
}
