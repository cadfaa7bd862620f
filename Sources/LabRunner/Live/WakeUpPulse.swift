import LabTransport

/// How the driver's wake-ups are combined when many conversations run.
///
/// A sleeping processor costs some ten microseconds to wake, and so does each thread behind it that a frame
/// is handed to. Few conversations are served at the nanosecond at which something is due. Beyond that,
/// wake-ups keep to a pulse: what is due within it is done in one go at its end, never before it is due.
struct WakeUpPulse {
  /// From this many conversations on the driver keeps to the pulse: 64 wake it some 3000 times a second.
  static let crowd = 64
  /// From this many conversations on arrivals, too, wait for the pulse: each carries the stamp of its coming,
  /// and some thousands of them a second would each wake the driver for itself.
  static let throng = 256
  /// What is due waits this long at most.
  static let interval: Int64 = 1_000_000

  /// When to wake for something that is due.
  func wakeUp(for due: MonotonicInstant, among conversations: Int) -> MonotonicInstant {
    guard conversations >= Self.crowd else { return due }
    let beyond = due.nanoseconds % Self.interval
    return beyond == 0
      ? due : MonotonicInstant(nanoseconds: due.nanoseconds - beyond + Self.interval)
  }

  /// Whether what arrives before a wake-up waits for it: when it is at most one beat away.
  func gathersArrivals(
    until wakeUp: MonotonicInstant?, among conversations: Int, at now: () -> MonotonicInstant
  ) -> Bool {
    guard conversations >= Self.throng, let wakeUp else { return false }
    return wakeUp.nanoseconds - now().nanoseconds <= Self.interval
  }
}
