/// A moment on the machine's monotonic clock, in nanoseconds since an origin the system chose.
///
/// Comparable only with instants of the same boot of the same machine. Steps of the wall clock do not move
/// it.
public struct MonotonicInstant: Sendable, Hashable {
  /// Nanoseconds since the clock's origin, usually the boot.
  public var nanoseconds: Int64

  /// Creates an instant from a raw reading of the clock.
  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }
}

extension MonotonicInstant: InstantProtocol {
  /// Orders instants by time.
  @inlinable
  public static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// Returns the instant that lies a duration later, cut to whole nanoseconds.
  public func advanced(by duration: Duration) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: nanoseconds + duration.wholeNanoseconds)
  }

  /// Returns how long after this instant another one is; negative when it is earlier.
  public func duration(to other: MonotonicInstant) -> Duration {
    .nanoseconds(other.nanoseconds - nanoseconds)
  }
}

extension Duration {
  /// Whole nanoseconds; anything finer is cut off. Durations beyond 292 years are pinned to that.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return seconds < 0 ? .min / 2 : .max / 2 }
    return product + attoseconds / 1_000_000_000
  }

  /// Milliseconds, rounded up, as C libraries want a time limit; at least 1 for anything above zero.
  var wholeMillisecondsRoundedUp: Int {
    Int((wholeNanoseconds + 999_999) / 1_000_000)
  }
}
