import LabStatistics

/// Finds the nights from which on a figure was another, without crying wolf.
///
/// Places come from E-divisive (`ChangePoints`). A place is kept when both sides have at least three nights,
/// the shift is large enough, and such a difference would come about at random less than once in 100,000
/// series: by an exact rank-sum test that pays for every place at which it could have found one. In virtual
/// time with one seed nothing varies at random, so every night that differs from the one before is a change.
struct ChangeFinder {
  static let significance = 1e-5
  static let minimumNights = 3

  let generator: SeededGenerator
  /// The smallest shift to report, in the values' own unit.
  let smallestShift: Double
  /// Whether equal conditions give equal values.
  let isExact: Bool

  /// The indices of the first values after each change, rising.
  func find(in values: [Double]) -> [Int] {
    if isExact { return values.indices.dropFirst().filter { isLarge(values[$0] - values[$0 - 1]) } }
    let finder = ChangePoints(
      generator: generator, minimumSegment: Self.minimumNights, significance: 0.001, shuffles: 999)
    var places = finder.find(in: values)
    // Without a place its neighbours are judged over more nights, so the weakest goes first.
    while let weakest = weakest(of: places, in: values) { places.remove(at: weakest) }
    return places
  }

  private func isLarge(_ shift: Double) -> Bool { abs(shift) >= smallestShift * (1 - 1e-9) }

  /// Which place is the least certain of those that are not certain enough; `nil` when all are.
  private func weakest(of places: [Int], in values: [Double]) -> Int? {
    let bounds = [0] + places + [values.count]
    var weakest: (index: Int, probability: Double)?
    for index in places.indices {
      let before = Array(values[bounds[index]..<bounds[index + 1]])
      let after = Array(values[bounds[index + 1]..<bounds[index + 2]])
      let probability = RankSumTest(before, after)?.probability ?? 1
      guard !isCertain(before, after, probability) else { continue }
      if probability > weakest?.probability ?? -1 { weakest = (index, probability) }
    }
    return weakest?.index
  }

  private func isCertain(_ before: [Double], _ after: [Double], _ probability: Double) -> Bool {
    isLarge(after.median - before.median)
      && probability < Self.threshold(nights: before.count + after.count)
  }

  /// The probability below which the test of one place has to be, so that all of them together keep to 1 in
  /// 100,000.
  ///
  /// A place that so few nights cannot prove, however they lie, costs nothing: R. E. Tarone, "A modified
  /// Bonferroni method for discrete data", Biometrics 46, 1990.
  static func threshold(nights: Int) -> Double {
    // The least probability of each place: one of the ways to choose its nights, on either side.
    var ways = 1.0
    var least: [Double] = []
    for size in stride(from: 1, to: nights, by: 1) {
      ways *= Double(nights - size + 1) / Double(size)
      if size >= minimumNights, nights - size >= minimumNights { least.append(2 / ways) }
    }
    var places = 1
    while least.count(where: { $0 < significance / Double(places) }) > places { places += 1 }
    return significance / Double(places)
  }
}

extension [Double] {
  /// The middle value, the mean of the two in the middle when their count is even; of at least one number.
  var median: Double {
    let sorted = sorted()
    let middle = count / 2
    return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
