import LabTimeline
import NIOCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The machine's monotonic clock, counted from the server's start: the only clock this module reads, and here
/// alone.
struct ServerClock: Hashable, Sendable {
  /// The origin of this clock on `CLOCK_MONOTONIC`, in nanoseconds.
  let originNanoseconds: Int64

  /// Starts to count now.
  init() {
    originNanoseconds = Self.monotonicNanoseconds()
  }

  /// The time since the server's start.
  func now() -> LabInstant {
    LabInstant(nanoseconds: Self.monotonicNanoseconds() - originNanoseconds)
  }

  /// An instant of this clock on `CLOCK_MONOTONIC`, in nanoseconds.
  func nanoseconds(of instant: LabInstant) -> Int64 { originNanoseconds + instant.nanoseconds }

  /// The event loop's name for an instant. Never earlier than it.
  func deadline(of instant: LabInstant) -> NIODeadline {
    #if os(Linux)
      // The event loop counts on the same clock.
      .uptimeNanoseconds(UInt64(max(0, originNanoseconds + instant.nanoseconds)))
    #else
      let read = now()
      return .now() + .nanoseconds(instant.nanoseconds - read.nanoseconds)
    #endif
  }

  /// Reads `CLOCK_MONOTONIC`, in nanoseconds since an origin that the system chose.
  static func monotonicNanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
