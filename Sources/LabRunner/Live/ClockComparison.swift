/// Holds the wall clock against the monotonic clock, and finds its jumps and the machine's suspensions.
///
/// Both clocks are steered by the same corrections of their rate, so that the distance between them changes
/// only when the wall clock is set anew or the machine sleeps, which the monotonic clock sleeps through.
struct ClockComparison {
  /// All clocks at one instant, in nanoseconds.
  struct Look {
    var monotonic: Int64
    var wall: Int64
    /// The clock that counts suspensions; `nil` where there is none.
    var countingSuspensions: Int64?
  }

  private var last: Look?
  private var step: Int64?
  private var suspended: Int64?

  /// Compares a look with the one before it.
  mutating func add(_ look: Look) {
    defer { last = look }
    guard let last else { return }
    let elapsed = look.monotonic - last.monotonic
    var asleep: Int64 = 0
    if let now = look.countingSuspensions, let before = last.countingSuspensions {
      asleep = now - before - elapsed
      suspended = (suspended ?? 0) + asleep
    }
    let jump = look.wall - last.wall - elapsed - asleep
    if step.map({ jump.magnitude > $0.magnitude }) ?? true { step = jump }
  }

  /// The largest jump, with its sign; `nil` before the second look.
  var stepMilliseconds: Double? { step.map(Self.milliseconds) }

  /// How long the machine slept; `nil` where nobody tells.
  var suspendedMilliseconds: Double? { suspended.map(Self.milliseconds) }

  /// Whole microseconds: the clocks are read one after the other, and not more exactly than that.
  private static func milliseconds(_ nanoseconds: Int64) -> Double {
    (Double(nanoseconds) / 1e3).rounded() / 1e3
  }
}
