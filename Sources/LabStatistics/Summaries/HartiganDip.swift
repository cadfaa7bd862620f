/// The dip of sorted values, by algorithm AS 217 (P. M. Hartigan, Applied Statistics 34(3), 1985) with the
/// corrections that M. Mächler made to it for R.
///
/// Positions are counted from 0. Heights are in values, so that the dip is half a height over the count.
enum HartiganDip {
  static func of(_ x: [Double]) -> Double {
    let last = x.count - 1
    guard last >= 1, x[0] < x[last] else { return 0.5 / Double(x.count) }
    let minorant = minorantLinks(x)
    let majorant = majorantLinks(x)
    var low = 0
    var high = last
    var dip = 1.0
    while true {
      let below = chain(from: high, to: low, minorant)
      let above = chain(from: low, to: high, majorant)
      let gap = widestGap(x, below, above)
      guard gap.height >= dip else { break }
      let left = (gap.below..<max(gap.below, below.count - 1)).reduce(0.0) {
        max($0, excess(x, below[$1 + 1], below[$1], isMinorant: true))
      }
      let right = (gap.above..<max(gap.above, above.count - 1)).reduce(0.0) {
        max($0, excess(x, above[$1], above[$1 + 1], isMinorant: false))
      }
      dip = max(dip, left, right)
      let isDone = low == below[gap.below] && high == above[gap.above]
      (low, high) = (below[gap.below], above[gap.above])
      if isDone { break }
    }
    return dip / Double(2 * x.count)
  }

  /// For each position the one before it on the greatest convex minorant of the values up to it.
  private static func minorantLinks(_ x: [Double]) -> [Int] {
    var links = Array(repeating: 0, count: x.count)
    for position in 1..<x.count {
      var link = position - 1
      while link > 0 {
        let next = links[link]
        let isConvex =
          (x[position] - x[link]) * Double(link - next) < (x[link] - x[next]) * Double(position - link)
        if isConvex { break }
        link = next
      }
      links[position] = link
    }
    return links
  }

  /// For each position the one after it on the least concave majorant of the values from it on.
  private static func majorantLinks(_ x: [Double]) -> [Int] {
    let last = x.count - 1
    var links = Array(repeating: last, count: x.count)
    for position in stride(from: last - 1, through: 0, by: -1) {
      var link = position + 1
      while link < last {
        let next = links[link]
        let isConcave =
          (x[position] - x[link]) * Double(link - next) < (x[link] - x[next]) * Double(position - link)
        if isConcave { break }
        link = next
      }
      links[position] = link
    }
    return links
  }

  private static func chain(from start: Int, to end: Int, _ links: [Int]) -> [Int] {
    var chain = [start]
    var position = start
    while position != end {
      position = links[position]
      chain.append(position)
    }
    return chain
  }

  /// Where minorant and majorant are furthest apart: the height, and the places in both chains.
  private static func widestGap(
    _ x: [Double], _ below: [Int], _ above: [Int]
  ) -> (height: Double, below: Int, above: Int) {
    var widest = (height: 0.0, below: below.count - 1, above: above.count - 1)
    guard below.count > 2 || above.count > 2 else { return (1, widest.below, widest.above) }
    var lower = below.count - 2
    var upper = 1
    repeat {
      let minorant = below[lower]
      let majorant = above[upper]
      if minorant > majorant {
        let before = below[lower + 1]
        let height =
          Double(majorant - before + 1) - (x[majorant] - x[before]) * Double(minorant - before)
          / (x[minorant] - x[before])
        upper += 1
        if height >= widest.height { widest = (height, lower + 1, upper - 1) }
      } else {
        let before = above[upper - 1]
        let height =
          (x[minorant] - x[before]) * Double(majorant - before) / (x[majorant] - x[before])
          - Double(minorant - before - 1)
        lower -= 1
        if height >= widest.height { widest = (height, lower + 1, upper) }
      }
      lower = max(lower, 0)
      upper = min(upper, above.count - 1)
    } while below[lower] != above[upper]
    return widest
  }

  /// How far the steps of the empirical distribution leave a straight piece of the minorant or majorant.
  private static func excess(_ x: [Double], _ start: Int, _ end: Int, isMinorant: Bool) -> Double {
    guard end - start > 1, x[end] != x[start] else { return 1 }
    let slope = Double(end - start) / (x[end] - x[start])
    return (start...end).reduce(1.0) { largest, position in
      let line = (x[position] - x[start]) * slope
      let steps = Double(position - start)
      return max(largest, isMinorant ? steps + 1 - line : line - steps + 1)
    }
  }
}
