/// The middle of a row of numbers, the mean of the two in the middle when their count is even.
enum Median {
  /// - Parameter values: At least one number, in any order.
  static func of(_ values: [Double]) -> Double { ofSorted(values.sorted()) }

  /// - Parameter sorted: At least one number, from smallest to largest.
  static func ofSorted(_ sorted: [Double]) -> Double {
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
