/// Measured values of one quantity, every one of them kept.
///
/// Missing values are not values: leave them out and count them beside the sample.
public struct Sample: Sendable, Hashable {
  /// The values in the order in which they were measured.
  public let values: [Double]

  /// The values from smallest to largest.
  public let sorted: [Double]

  /// How many values there are.
  public var count: Int { values.count }

  /// The smallest value; nil when there is none.
  public var minimum: Double? { sorted.first }

  /// The largest value; nil when there is none.
  public var maximum: Double? { sorted.last }

  /// The arithmetic mean; nil when there is no value.
  ///
  /// Summed from smallest to largest with Neumaier's compensation, so that it depends neither on the order of
  /// the values nor on how a sample was split and merged.
  public var mean: Double? {
    count == 0 ? nil : CompensatedSum.of(sorted) / Double(count)
  }

  /// Makes a sample, with the cost of one sort.
  ///
  /// - Parameter values: Finite numbers. Anything else is a bug of the caller and stops the program.
  public init(_ values: some Sequence<Double>) {
    let values = Array(values)
    precondition(values.allSatisfy(\.isFinite), "A sample was given a value that is not a finite number.")
    self.values = values
    sorted = values.sorted()
  }

  /// The quantile of this sample under the one rule of reports; nil when there are too few values for it.
  public func quantile(_ probability: Double) -> Double? {
    Quantile(probability).reported(ofSorted: sorted)
  }
}
