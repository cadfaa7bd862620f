/// The middle of a few values for a sentence, where a report would ask how many there are.
enum MiddleValue {
  /// The median, also of a single value.
  ///
  /// - Parameter values: At least one.
  static func of(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
