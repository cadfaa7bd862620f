import LabStatistics

extension Sample {
  /// The middle of numbers, however few they are: of parts of one turn, for instance.
  ///
  /// - Parameter values: At least one.
  static func median(of values: [Double]) -> Double {
    let sample = Sample(values)
    return sample.quantile(0.5) ?? sample.sorted[0]
  }
}
