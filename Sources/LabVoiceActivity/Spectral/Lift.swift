/// How far a value stands above its lowest of the last 320 ms.
///
/// Syllables come three to eight a second, so the recipe's verdict on speech falls and rises again within
/// that time, while that on noise, however high, stays where it is. Half as long and twice as long a time
/// tell less.
struct Lift: Sendable {
  private var recent = RecentValues(count: 32)

  /// Takes in the value of a frame and returns how far it stands above the lowest.
  mutating func update(_ value: Float) -> Float {
    recent.append(value)
    return value - recent.lowest
  }
}
