/// A first-order smoother that rises and falls at different speeds.
struct AttackRelease: Sendable {
  /// Share of the old value kept per step while rising, and while falling, 0 to 1.
  let attack: Float
  let release: Float

  private(set) var value: Float = 0

  init(attack: Float, release: Float) {
    self.attack = attack
    self.release = release
  }

  /// Moves towards `target` and returns the new value.
  mutating func follow(_ target: Float) -> Float {
    let kept = target > value ? attack : release
    value = kept * value + (1 - kept) * target
    return value
  }
}
