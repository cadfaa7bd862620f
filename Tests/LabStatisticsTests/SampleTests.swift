import Testing

@testable import LabStatistics

@Suite("Sample and quantiles")
struct SampleTests {
  static let latencies = [
    312.5, 290.1, 405.7, 350.2, 298.8, 1205.3, 333.3, 341.9, 377.4, 289.9, 410.2, 365.5,
  ]

  @Test("keeps the values as measured and shows them sorted")
  func values() {
    let sample = Sample([3, 1, 2])
    #expect(sample.values == [3, 1, 2])
    #expect(sample.sorted == [1, 2, 3])
    #expect(sample.count == 3)
    #expect(sample.minimum == 1)
    #expect(sample.maximum == 3)
    #expect(sample.mean == 2)
  }

  @Test("has no mean, extremes or quantiles without values")
  func empty() {
    let sample = Sample([])
    #expect(sample.mean == nil)
    #expect(sample.minimum == nil)
    #expect(sample.maximum == nil)
    #expect(sample.quantile(0.5) == nil)
  }

  @Test("has a mean that does not depend on the order of the values")
  func meanOrder() {
    let values: [Double] = (0..<1_000).map { index in
      let large: Double = index % 7 == 0 ? 1e9 : 0
      return large + 1 / Double(index + 1)
    }
    #expect(Sample(values).mean == Sample(values.reversed()).mean)
  }

  /// Reference: `numpy.quantile(latencies, p)`.
  @Test("quantiles are NumPy's", arguments: [(0.5, 346.04999999999995), (0.9, 409.75), (0.25, 309.075)])
  func quantiles(probability: Double, expected: Double) throws {
    let value = try #require(Sample(Self.latencies).quantile(probability))
    #expect(abs(value - expected) < 1e-9)
  }

  @Test(
    "a percentile needs enough values for one to be expected beyond it",
    arguments: [(0.5, 2), (0.9, 10), (0.95, 20), (0.99, 100), (0.999, 1_000), (0.1, 10), (0.05, 20)])
  func support(probability: Double, count: Int) {
    #expect(Quantile(probability).minimumCount == count)
    #expect(Sample((0..<count).map(Double.init)).quantile(probability) != nil)
    #expect(Sample((0..<(count - 1)).map(Double.init)).quantile(probability) == nil)
  }

  /// Reference: `scipy.stats.mstats.hdquantiles(latencies, [p])`.
  @Test(
    "Harrell and Davis's quantiles are SciPy's",
    arguments: [(0.5, 347.3542472058576), (0.9, 819.5844565241819), (0.95, 1043.5321319611407)])
  func harrellDavis(probability: Double, expected: Double) {
    let estimator = HarrellDavis(probability: probability, count: Self.latencies.count)
    #expect(abs(estimator.weights.reduce(0, +) - 1) < 1e-12)
    #expect(abs(estimator.estimate(ofSorted: Self.latencies.sorted()) - expected) < 1e-7)
  }
}
