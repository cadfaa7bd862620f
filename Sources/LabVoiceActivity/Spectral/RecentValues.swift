/// The last values of a series, with their extremes.
struct RecentValues: Sendable {
  private var values: [Float]
  private var next = 0
  private var filled = 0

  init(count: Int) {
    values = Array(repeating: 0, count: count)
  }

  mutating func append(_ value: Float) {
    if filled == 0 {
      // Until it is full, the first value stands for what came before.
      for index in values.indices { values[index] = value }
    }
    values[next] = value
    next = next + 1 == values.count ? 0 : next + 1
    filled = min(filled + 1, values.count)
  }

  /// The largest of all.
  var highest: Float {
    let values = values.span
    var result = values[unchecked: 0]
    for index in values.indices { result = max(result, values[unchecked: index]) }
    return result
  }

  /// The smallest of all.
  var lowest: Float {
    let values = values.span
    var result = values[unchecked: 0]
    for index in values.indices { result = min(result, values[unchecked: index]) }
    return result
  }

  /// The smallest of the last `count`.
  func lowest(ofLast count: Int) -> Float {
    var result = Float.greatestFiniteMagnitude
    for step in 1...count { result = min(result, values[(next - step + values.count) % values.count]) }
    return result
  }
}
