import Testing

@testable import LabStatistics

@Suite("Trends")
struct TrendTests {
  static let rising = [5.2, 5.1, 5.9, 5.5, 6.3, 6.0, 6.2, 7.1, 6.6, 7.4, 7.0, 7.9]

  private func points(_ values: [Double]) -> [(time: Double, value: Double)] {
    values.enumerated().map { (time: Double($0), value: $1) }
  }

  /// `stats.theilslopes(rising, range(12))`
  @Test("the line is SciPy's Theil-Sen line")
  func line() throws {
    let line = try #require(TheilSenLine(points(Self.rising)))
    #expect(abs(line.slope - 0.22) < 1e-12)
    #expect(abs(line.intercept - 5.04) < 1e-12)
    #expect(abs(line.value(at: 10) - 7.24) < 1e-12)
  }

  @Test("the line is not moved by a wild value, and there is none without two times")
  func robustLine() throws {
    var wild = Self.rising
    wild[3] = 500
    #expect(abs(try #require(TheilSenLine(points(wild))).slope - 0.22) < 0.05)
    #expect(TheilSenLine([]) == nil)
    #expect(TheilSenLine([(time: 1, value: 2), (time: 1, value: 3)]) == nil)
  }

  /// NumPy and `stats.rankdata`, `stats.theilslopes`, `stats.norm`: balance, variance with tie correction, Hamed and
  /// Rao's sum over significant rank autocorrelations of the detrended series, score with continuity correction.
  @Test(
    "balance, variance factor and score agree with a reference without dependence, with ties and with dependence"
  )
  func mannKendall() throws {
    let plain = try #require(MannKendallTest(Self.rising))
    #expect(plain.balance == 52)
    #expect(plain.varianceFactor == 1)
    #expect(abs(plain.score - 3.4971999547510824) < 1e-12)
    #expect(abs(plain.rising - 0.00023508463965698465) < 1e-12)

    let ties = try #require(MannKendallTest([1, 2, 2, 3, 1, 4, 4, 4, 5, 3, 6, 6]))
    #expect(ties.balance == 45)
    #expect(abs(ties.score - 3.073093301386144) < 1e-12)

    let steps = [0, 0.8, 1.1, 0.9, 0.3, -0.5, -1.0, -0.8]
    let wander: [Double] = (0..<60).map { index in
      let value = 0.02 * Double(index) + steps[index / 3 % 8]
      return (value * 1_000).rounded() / 1_000
    }
    let dependent = try #require(MannKendallTest(wander))
    #expect(dependent.balance == 545)
    #expect(abs(dependent.varianceFactor - 1.897031838475387) < 1e-9)
    #expect(abs(dependent.score - 2.519126857295643) < 1e-9)
    #expect(abs(dependent.rising - 0.0058823131153990064) < 1e-10)
  }

  @Test("a falling series mirrors a rising one, a constant one has no trend, a short one no test")
  func direction() throws {
    let rising = try #require(MannKendallTest(Self.rising))
    let falling = try #require(MannKendallTest(Self.rising.map { -$0 }))
    #expect(falling.balance == -rising.balance)
    #expect(abs(falling.falling - rising.rising) < 1e-12)
    let constant = try #require(MannKendallTest([3, 3, 3, 3, 3]))
    #expect(constant.score == 0)
    #expect(constant.rising == 0.5)
    #expect(MannKendallTest([1, 2, 3]) == nil)
  }

  private let finder = ChangePoints(generator: SeededGenerator(seed: 1), significance: 0.005, shuffles: 199)

  /// The largest of m n / (m + n) · energy distance over all splits, from NumPy: 11.538461538461544 at 6.
  @Test("the best split has the largest energy statistic")
  func split() throws {
    let series = [10.1, 9.8, 10.3, 10.0, 9.9, 10.2, 12.1, 11.8, 12.0, 12.3, 11.9, 12.2, 12.1]
    let split = try #require(finder.bestSplit(of: series))
    #expect(split.index == 6)
    #expect(abs(split.statistic - 11.538461538461544) < 1e-9)
    #expect(finder.bestSplit(of: Array(series.prefix(5))) == nil)
  }

  @Test("finds each of two steps at its first value")
  func steps() {
    var generator = SeededGenerator(seed: 2)
    let series = (0..<60).map { night in
      (night < 20 ? 100.0 : night < 42 ? 110 : 104) + generator.normal(standardDeviation: 1.5)
    }
    #expect(finder.find(in: series) == [20, 42])
    #expect(finder.find(in: series) == finder.find(in: series))
  }

  @Test("finds no change in steady noise, in constant nights or in too few of them")
  func noChange() {
    var generator = SeededGenerator(seed: 3)
    let alarms = (0..<20).count { _ in
      !finder.find(in: (0..<40).map { _ in generator.normal() }).isEmpty
    }
    #expect(alarms <= 1)
    #expect(finder.find(in: Array(repeating: 5, count: 30)).isEmpty)
    #expect(finder.find(in: [1, 1, 9, 9, 9]).isEmpty)
    #expect(finder.find(in: []).isEmpty)
  }
}
