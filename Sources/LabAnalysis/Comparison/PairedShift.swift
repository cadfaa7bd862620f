import LabStatistics

/// What pairs of latencies say about the difference between two sides.
///
/// Hodges and Lehmann's shift of the differences with the interval that inverts the signed-rank test, of
/// logarithms for the relative change and of milliseconds for the absolute one. Turns of one conversation
/// depend on each other, which widens the interval, and the test flips whole conversations. A turn that was
/// lost on one side only counts as longer than any other there, so that nobody gets faster by failing; one
/// that was lost on both says nothing.
struct PairedShift {
  /// `nil` when a latency is not positive, and then has no logarithm.
  let relative: LatencyShift?
  let milliseconds: LatencyShift?
  /// The two-sided probability of a difference at least as clear if the sides did not differ.
  let probability: Double?

  /// Stands in for a difference to a lost turn; means that contain one stay beyond all others.
  private static let beyond = 1e9
  private static let beyondLogarithms = 4096.0

  init(_ latencies: PairedLatencies) {
    let pairs = latencies.pairs.filter { $0.baseline != nil || $0.candidate != nil }
    let hasLogarithms = pairs.allSatisfy { ($0.baseline ?? 1) > 0 && ($0.candidate ?? 1) > 0 }
    let differences = pairs.map { Self.difference($0, beyond: Self.beyond) { $1 - $0 } }
    let logarithms =
      hasLogarithms
      ? pairs.map { Self.difference($0, beyond: Self.beyondLogarithms, Self.logarithm) } : nil
    let conversations = pairs.map(\.conversation)
    milliseconds = Self.shift(of: differences, conversations, below: Self.beyond / 4)
    relative = LatencyShift.relative(
      logarithms: logarithms.flatMap { Self.shift(of: $0, conversations, below: Self.beyondLogarithms / 4) })
    probability =
      pairs.isEmpty
      ? nil : SignedRankTest(differences: logarithms ?? differences, conversations: conversations).twoSided
  }

  private static func difference(
    _ pair: PairedLatencies.Pair, beyond: Double, _ difference: (Double, Double) -> Double
  ) -> Double {
    guard let baseline = pair.baseline else { return -beyond }
    guard let candidate = pair.candidate else { return beyond }
    return difference(baseline, candidate)
  }

  private static func logarithm(_ baseline: Double, _ candidate: Double) -> Double {
    baseline == candidate ? 0 : PortableMath.log(candidate) - PortableMath.log(baseline)
  }

  private static func shift(
    of differences: [Double], _ conversations: [Int], below limit: Double
  ) -> LatencyShift? {
    guard let shift = HodgesLehmannShift(differences: differences), abs(shift.estimate) < limit else {
      return nil
    }
    let dependence = Dependence(
      differences: differences, conversations: conversations, shift: shift.estimate)
    let interval = shift.interval(dependence: dependence)
    let isBounded = interval.map { abs($0.lower) < limit && abs($0.upper) < limit }
    return LatencyShift(estimate: shift.estimate, interval: isBounded == true ? interval : nil)
  }
}
