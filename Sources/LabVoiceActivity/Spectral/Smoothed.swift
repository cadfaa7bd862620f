/// A running mean that begins with the first value instead of with zero.
struct Smoothed: Sendable {
  /// Share of the old value kept per step, 0 to 1.
  let kept: Float
  private var value: Float = 0
  private var hasStarted = false

  init(keeping kept: Float) {
    self.kept = kept
  }

  /// Moves towards `next` and returns the new value.
  mutating func follow(_ next: Float) -> Float {
    value = hasStarted ? kept * value + (1 - kept) * next : next
    hasStarted = true
    return value
  }
}
