/// A trend over equal blocks of a run: whether it goes up, and by how much from the run's beginning to its
/// end.
///
/// Blocks are long enough to swallow most of a slow wander, which single turns would mistake for a drift. The
/// test is Mann and Kendall's with Hamed and Rao's factor, the amount is Theil and Sen's slope.
struct BlockTrend: Sendable, Hashable {
  let medians: [Double]
  let test: MannKendallTest
  /// From the beginning of the first block to the end of the last, in the unit of the values.
  let change: Double

  /// Divides values evenly; nil unless there are two per block and four blocks.
  init?(_ values: [Double], blocks: Int) {
    guard blocks >= 4, values.count >= 2 * blocks else { return nil }
    let medians = (0..<blocks).map { block in
      Median.of(Array(values[(block * values.count / blocks)..<((block + 1) * values.count / blocks)]))
    }
    guard let test = MannKendallTest(medians),
      let line = TheilSenLine(medians.enumerated().map { (time: Double($0), value: $1) })
    else { return nil }
    self.medians = medians
    self.test = test
    change = line.slope * Double(blocks)
  }
}
