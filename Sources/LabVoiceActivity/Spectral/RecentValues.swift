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
    return Lanes.largest(values.count) { values[unchecked: $0] }
  }

  /// The smallest of all.
  var lowest: Float {
    let values = values.span
    return -Lanes.largest(values.count) { -values[unchecked: $0] }
  }

  /// The smallest of the last `count`.
  func lowest(ofLast count: Int) -> Float {
    var result = Float.greatestFiniteMagnitude
    var place = next
    for _ in 0..<count {
      place = (place == 0 ? values.count : place) - 1
      result = min(result, values[place])
    }
    return result
  }
}
