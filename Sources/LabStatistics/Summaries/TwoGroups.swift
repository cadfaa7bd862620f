/// Values divided where two groups differ most: what to say about a distribution that has more than one mode.
///
/// The division with the least squared distance to the means of both groups (W. D. Fisher, "On grouping for
/// maximum homogeneity", Journal of the American Statistical Association 53, 1958). It always finds two
/// groups; whether there are two is `DipTest`'s to say.
public struct TwoGroups: Sendable, Hashable {
  /// Values that lie together.
  public struct Group: Sendable, Hashable {
    /// How many they are.
    public var count: Int
    /// The one in the middle.
    public var median: Double
  }

  public let lower: Group
  public let upper: Group

  /// Divides values; nil unless two of them differ.
  public init?(_ values: [Double]) {
    let sorted = values.sorted()
    guard let first = sorted.first, let last = sorted.last, first < last else { return nil }
    let mean = CompensatedSum.of(sorted) / Double(sorted.count)
    var sum = 0.0
    var best = (index: 1, gain: -1.0)
    for index in 1..<sorted.count {
      sum += sorted[index - 1] - mean
      // The sums of both groups' distances to the mean of all cancel; what they explain follows from either.
      let gain = sum * sum * (1 / Double(index) + 1 / Double(sorted.count - index))
      if gain > best.gain, sorted[index] > sorted[index - 1] { best = (index, gain) }
    }
    lower = Group(count: best.index, median: Median.ofSorted(Array(sorted[..<best.index])))
    upper = Group(
      count: sorted.count - best.index, median: Median.ofSorted(Array(sorted[best.index...])))
  }
}
