import Testing

@testable import LabStatistics

/// Reference values from SciPy 1.17.1 and, where it has no such function, from enumerating every sign in NumPy.
@Suite("Paired comparison")
struct PairedComparisonTests {
  static let differences = [
    0.031, -0.012, 0.054, 0.022, -0.007, 0.041, 0.018, 0.063, -0.025, 0.037, 0.009, 0.048,
  ]
  static let many = (0..<300).map { Double(($0 * 7_919) % 1_000 - 430) / 1_000 }
  private let generator = SeededGenerator(seed: 1)

  /// `stats.wilcoxon(d, alternative=..., method='exact')`
  @Test("signed ranks without ties are SciPy's exact test")
  func exact() {
    let test = SignedRankTest(differences: Self.differences)
    #expect(test.count == 12)
    #expect(test.positiveRankSum == 68)
    #expect(abs(test.greater - 0.010498046875) < 1e-14)
    #expect(abs(test.less - 0.991943359375) < 1e-14)
    #expect(abs(test.twoSided - 0.02099609375) < 1e-14)
  }

  /// `itertools.product([0, 1], repeat=9)` over the mid-ranks of the differences that are not zero.
  @Test("signed ranks with ties and zeros agree with enumerating every sign")
  func ties() {
    let test = SignedRankTest(differences: [1, -1, 2, 2, -3, 4, 0, 5, 5, -1])
    #expect(test.count == 9)
    #expect(test.positiveRankSum == 35)
    #expect(test.greater == 0.0703125)
    #expect(test.less == 0.935546875)
  }

  /// Convolution of the two-point distributions of all 800 ranks in NumPy.
  @Test("signed ranks beyond the exact distribution agree with it far into the tail")
  func beyondExact() {
    let differences = (0..<800).map { Double(($0 * 7_919) % 1_601 - 700) / 1_000 }
    let test = SignedRankTest(differences: differences)
    #expect(test.positiveRankSum == 197_265)
    #expect(abs(test.greater / 5.965307608752081e-09 - 1) < 0.02)
  }

  @Test("signed ranks say nothing when no pair differs")
  func noDifference() {
    let test = SignedRankTest(differences: [0, 0, 0])
    #expect(test.count == 0)
    #expect(test.greater == 1)
    #expect(test.less == 1)
  }

  /// Median, 14th and 18th Walsh average from NumPy; the ranks from R's rule in `wilcox.test(conf.int = TRUE)`.
  @Test("the shift and its bounds are those of the signed-rank test")
  func shift() throws {
    let shift = try #require(HodgesLehmannShift(differences: Self.differences))
    #expect(abs(shift.estimate - 0.024) < 1e-12)
    let interval = try #require(shift.interval())
    #expect(abs(interval.lower - 0.005) < 1e-12)
    #expect(abs(interval.upper - 0.0425) < 1e-12)
    #expect(abs(try #require(shift.upperBound()) - 0.0395) < 1e-12)
  }

  /// The exact bounds, from the distribution for 300 differences in NumPy.
  @Test("the bounds of many differences come close to the exact ones")
  func shiftOfMany() throws {
    let shift = try #require(HodgesLehmannShift(differences: Self.many))
    #expect(abs(shift.estimate - 0.071) < 1e-12)
    let interval = try #require(shift.interval())
    #expect(abs(interval.lower - 0.037) < 6e-4)
    #expect(abs(interval.upper - 0.105) < 6e-4)
  }

  @Test("a shift of few differences has no interval, and of none no estimate")
  func fewDifferences() {
    #expect(HodgesLehmannShift(differences: []) == nil)
    #expect(HodgesLehmannShift(differences: [1, 2, 3, 4, 5])?.interval() == nil)
    #expect(HodgesLehmannShift(differences: [1, 2, 3, 4, 5])?.upperBound() == 5)
    #expect(HodgesLehmannShift(differences: [1, 2, 3, 4, 5, 6])?.interval()?.lower == 1)
  }

  private let tailPairs = zip(
    [5.70, 5.74, 5.66, 5.81, 5.72, 5.69, 5.77, 5.90, 5.73, 5.68],
    [5.75, 5.73, 5.79, 5.92, 5.71, 5.80, 5.78, 6.13, 5.70, 5.76]
  ).map { (baseline: $0, candidate: $1) }

  /// `mstats.hdquantiles` over all 1,024 exchanges: difference 0.17335, share 0.0078125.
  @Test("the tail's difference and probability agree with trying every exchange")
  func tail() throws {
    let test = try #require(
      PairedQuantileTest(.p90, pairs: tailPairs, generator: generator, exchanges: 40_000))
    #expect(abs(test.difference - 0.1733500265991328) < 1e-8)
    #expect(abs(test.greater - 0.0078125) < 0.0015)
  }

  @Test("the tail of too few pairs is not tested, and equal arms are no difference")
  func tailLimits() {
    #expect(PairedQuantileTest(.p95, pairs: tailPairs, generator: generator) == nil)
    let equal = tailPairs.map { (baseline: $0.baseline, candidate: $0.baseline) }
    #expect(PairedQuantileTest(.p90, pairs: equal, generator: generator, exchanges: 500)?.greater == 1)
  }

  /// `stats.binomtest(9, 12, 0.5, alternative='greater')` and with 3.
  @Test("exceedances are judged by the exact binomial test of the pairs that disagree")
  func exceedance() {
    func test(candidate: Int, baseline: Int) -> ExceedanceTest {
      let pairs =
        Array(repeating: (baseline: 1.0, candidate: 3.0), count: candidate)
        + Array(repeating: (baseline: 3.0, candidate: 1.0), count: baseline)
        + Array(repeating: (baseline: 3.0, candidate: 3.0), count: 5)
        + Array(repeating: (baseline: 1.0, candidate: 2.0), count: 30)
      return ExceedanceTest(limit: 2, pairs: pairs)
    }
    #expect(test(candidate: 9, baseline: 3).candidateOnly == 9)
    #expect(abs(test(candidate: 9, baseline: 3).greater - 0.072998046875) < 1e-12)
    #expect(abs(test(candidate: 3, baseline: 9).greater - 0.980712890625) < 1e-12)
    #expect(test(candidate: 0, baseline: 0).greater == 1)
    #expect(abs(test(candidate: 4, baseline: 0).greater - 0.0625) < 1e-14)
  }

  @Test("exceedances of a pooled quantile use the reported quantile of both arms")
  func pooledExceedance() {
    let test = ExceedanceTest(of: .p90, pairs: tailPairs)
    let pooled = Sample(tailPairs.flatMap { [$0.baseline, $0.candidate] }).quantile(0.9)
    #expect(test?.limit == pooled)
    #expect(test?.candidateOnly == 2)
    #expect(test?.baselineOnly == 0)
    #expect(ExceedanceTest(of: .p90, pairs: Array(tailPairs.prefix(4))) == nil)
  }
}
