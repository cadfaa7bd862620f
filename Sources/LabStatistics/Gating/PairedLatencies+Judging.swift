extension PairedLatencies {
  /// Turns that failed on one arm or both.
  public var lost: RelativeJudgement.Lost {
    pairs.reduce(into: RelativeJudgement.Lost()) { lost, pair in
      switch (pair.baseline, pair.candidate) {
      case (nil, nil): lost.both += 1
      case (nil, _): lost.baselineOnly += 1
      case (_, nil): lost.candidateOnly += 1
      default: break
      }
    }
  }

  /// The pairs with a value on one arm at least.
  var judged: [Pair] { pairs.filter { $0.baseline != nil || $0.candidate != nil } }

  /// How many values have no logarithm.
  var notPositive: Int {
    pairs.reduce(0) { count, pair in
      count
        + [pair.baseline, pair.candidate].count { value in value.map { !($0 > 0 && $0.isFinite) } ?? false }
    }
  }
}

extension PairedLatencies.Pair {
  /// Stands in for the log difference of a turn that failed on one arm. No two latencies differ by as much,
  /// nor does its mean with any other difference come near a number that has a finite exponential.
  static let beyondEveryDifference = 4_096.0

  /// ln(candidate / baseline), or a number beyond every difference when one arm has no value.
  var logDifference: Double {
    guard let baseline else { return -Self.beyondEveryDifference }
    guard let candidate else { return Self.beyondEveryDifference }
    return baseline == candidate ? 0 : PortableMath.log(candidate) - PortableMath.log(baseline)
  }
}

/// Relative changes from differences of logarithms.
enum RelativeChange {
  /// e^difference − 1; nil when a failed turn leaves it without bound.
  static func of(_ logDifference: Double) -> Double? {
    guard abs(logDifference) < 700 else { return nil }
    return logDifference == 0 ? 0 : PortableMath.exp(logDifference) - 1
  }

  static func of(_ interval: ConfidenceInterval?) -> ConfidenceInterval? {
    guard let interval, let lower = of(interval.lower), let upper = of(interval.upper) else { return nil }
    return ConfidenceInterval(lower: lower, upper: upper, level: interval.level)
  }
}
