/// Order statistics of all sums of an entry of one sorted row and an entry of another, without making the
/// sums.
///
/// Walsh averages and the differences of two samples are such sums, and there are squarely many of them. The
/// range is halved until few sums are left in it, counting with two fingers over the rows; those few are then
/// sorted. Costs about the row lengths times the logarithm, in time and memory.
struct SortedSums: Sendable {
  private let first: [Double]
  private let second: [Double]
  /// Whether only sums of an entry with itself or a later one count.
  private let isTriangular: Bool

  /// How many sums there are.
  let count: Int

  /// The averages of all pairs of entries, each entry with itself too.
  init(averagesOf sorted: [Double]) {
    first = sorted.map { $0 / 2 }
    second = first
    isTriangular = true
    count = sorted.count * (sorted.count + 1) / 2
  }

  /// The differences of every entry of one sorted row to every entry of another.
  init(differencesOf sorted: [Double], from others: [Double]) {
    first = sorted
    second = others.reversed().map { -$0 }
    isTriangular = false
    count = sorted.count * others.count
  }

  /// The sum with as many sums before it, 0 for the smallest.
  subscript(rank: Int) -> Double {
    precondition((0..<count).contains(rank))
    var low = (first[0] + second[0]).nextDown
    var high = first[first.count - 1] + second[second.count - 1]
    var below = 0
    var through = count
    while through - below > 2 * (first.count + second.count) {
      let middle = low + (high - low) / 2
      guard middle > low && middle < high else { return high }
      let counted = count(atMost: middle)
      if counted > rank { (high, through) = (middle, counted) } else { (low, below) = (middle, counted) }
    }
    return sums(above: low, atMost: high).sorted()[rank - below]
  }

  /// The middle sum, the mean of the two in the middle when their count is even.
  var median: Double {
    count % 2 == 1 ? self[count / 2] : (self[count / 2 - 1] + self[count / 2]) / 2
  }

  private func count(atMost limit: Double) -> Int {
    var counted = 0
    var end = second.count
    for (index, entry) in first.enumerated() {
      while end > 0, entry + second[end - 1] > limit { end -= 1 }
      let start = isTriangular ? index : 0
      if end <= start { break }
      counted += end - start
    }
    return counted
  }

  private func sums(above low: Double, atMost high: Double) -> [Double] {
    var found: [Double] = []
    var end = second.count
    for (index, entry) in first.enumerated() {
      while end > 0, entry + second[end - 1] > high { end -= 1 }
      let start = isTriangular ? index : 0
      if end <= start { break }
      for position in stride(from: end - 1, through: start, by: -1) {
        let sum = entry + second[position]
        guard sum > low else { break }
        found.append(sum)
      }
    }
    return found
  }
}
