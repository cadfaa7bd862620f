/// Ranks of values from smallest to largest, equal values sharing their mean rank.
enum Ranks {
  /// Twice the rank of each value, starting at 2, so that shared ranks are whole numbers.
  static func doubled(_ values: [Double]) -> [Int] {
    let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
    var ranks = Array(repeating: 0, count: values.count)
    var start = 0
    while start < order.count {
      var end = start
      while end < order.count, values[order[end]] == values[order[start]] { end += 1 }
      // The ranks start + 1 … end have the mean (start + 1 + end) / 2.
      for position in start..<end { ranks[order[position]] = start + 1 + end }
      start = end
    }
    return ranks
  }

  /// How many values share each value that occurs more than once.
  static func tieSizes(_ values: [Double]) -> [Int] {
    let sorted = values.sorted()
    var sizes: [Int] = []
    var start = 0
    for end in 1...max(sorted.count, 1) where end == sorted.count || sorted[end] != sorted[start] {
      if end - start > 1 { sizes.append(end - start) }
      start = end
    }
    return sizes
  }
}
