import Testing

@testable import LabStatistics

/// Reference values from SciPy 1.17.1, and from enumerating every division in NumPy where values are tied.
@Suite("Unpaired comparison")
struct UnpairedComparisonTests {
  private let baseline = [3.1, 2.2, 5.6, 4.4, 2.9, 3.3, 6.1, 2.5]
  private let candidate = [4.1, 5.2, 3.9, 6.6, 7.1, 5.0, 2.9, 6.3, 8.0]
  private let manyBaseline = (0..<50).map { Double(($0 * 7_919) % 1_601) / 1_601 }
  private var manyCandidate: [Double] {
    var values = (0..<45).map { Double(($0 * 104_729) % 1_601) / 1_601 + 0.12 }
    values[3] = manyBaseline[4]
    values[8] = manyBaseline[4]
    return values
  }

  /// `stats.mannwhitneyu(candidate, baseline, alternative=…, method='exact')`
  @Test("few values without ties are SciPy's exact test")
  func exact() throws {
    let untied = candidate.filter { $0 != 2.9 }
    let test = try #require(MannWhitneyTest(baseline: baseline, candidate: untied))
    #expect(test.larger == 54)
    #expect(abs(test.greater - 0.010334110334110334) < 1e-14)
    #expect(abs(test.less - 0.9926184926184926) < 1e-14)
  }

  @Test("few values with ties agree with enumerating every division")
  func ties() throws {
    let test = try #require(MannWhitneyTest(baseline: baseline, candidate: candidate))
    #expect(test.larger == 56.5)
    #expect(abs(test.greater - 0.024475524475524476) < 1e-14)
    #expect(abs(test.less - 0.9780748663101604) < 1e-14)
    #expect(test.share == 56.5 / 72)
  }

  /// `method='asymptotic'`
  @Test("many values are SciPy's normal approximation, ties and continuity included")
  func many() throws {
    let test = try #require(MannWhitneyTest(baseline: manyBaseline, candidate: manyCandidate))
    #expect(test.larger == 1_325)
    #expect(abs(test.greater - 0.06850661050332553) < 1e-12)
    #expect(abs(test.less - 0.932472244099597) < 1e-12)
  }

  /// Sorted differences in NumPy, their ranks from the exact and the normal distribution of the count.
  @Test("the shift and its bounds are those of the Mann-Whitney test")
  func shift() throws {
    let few = try #require(TwoSampleShift(baseline: baseline, candidate: candidate))
    #expect(abs(few.estimate - 1.8) < 1e-12)
    let interval = try #require(few.interval())
    #expect(abs(interval.lower - 0) < 1e-12)
    #expect(abs(interval.upper - 3.6) < 1e-12)
    #expect(abs(try #require(few.upperBound()) - 3.3) < 1e-12)
    let many = try #require(TwoSampleShift(baseline: manyBaseline, candidate: manyCandidate))
    #expect(abs(many.estimate - 0.09494066208619611) < 1e-12)
    #expect(abs(try #require(many.interval()).lower - -0.03178013741411623) < 1e-12)
    #expect(abs(try #require(many.interval()).upper - 0.21618988132417238) < 1e-12)
    #expect(abs(try #require(many.upperBound()) - 0.1955777638975641) < 1e-12)
  }

  @Test("an empty sample has no test and no shift, very few values no interval")
  func empty() throws {
    #expect(MannWhitneyTest(baseline: [], candidate: candidate) == nil)
    #expect(TwoSampleShift(baseline: baseline, candidate: []) == nil)
    #expect(try #require(TwoSampleShift(baseline: [1, 2], candidate: [3, 4])).interval() == nil)
    let constant = Array(repeating: 5.0, count: 40)
    #expect(try #require(MannWhitneyTest(baseline: constant, candidate: constant)).greater == 1)
  }

  /// The one-way analysis of variance by hand in NumPy.
  @Test("intraclass correlation is that of the analysis of variance")
  func intraclass() throws {
    let values = [
      0.05, 0.06, 0.055, -0.02, -0.018, -0.025, 0.03, 0.033, 0.028, -0.01, 0.002, -0.006, 0.07, 0.075,
    ]
    let groups = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4]
    let correlation = try #require(IntraclassCorrelation(values, groups: groups))
    #expect(abs(correlation.value - 0.9867074140129282) < 1e-12)
    #expect(abs(correlation.groupSize - 2.7857142857142856) < 1e-12)
    #expect(abs(correlation.designEffect - (1 + 1.7857142857142856 * 0.9867074140129282)) < 1e-12)
    #expect(IntraclassCorrelation(values, groups: Array(values.indices)) == nil)
    #expect(IntraclassCorrelation([1, 1, 1], groups: [0, 0, 1]) == nil)
  }
}
