import LabStatistics
import Testing

@testable import LabHistory

@Suite("Finding changes in a series")
struct ChangeFinderTests {
  private func finder(seed: UInt64 = 1, isExact: Bool = false) -> ChangeFinder {
    ChangeFinder(
      generator: SeededGenerator(seed: seed), smallestShift: PortableMath.log(1.02), isExact: isExact)
  }

  private func series(_ counts: [(Int, Double)], deviation: Double, seed: UInt64) -> [Double] {
    var random = SeededGenerator(seed: seed)
    return counts.flatMap { count, level in
      (0..<count).map { _ in random.normal(mean: level, standardDeviation: deviation) }
    }
  }

  @Test("finds several changes, up and down")
  func findsSeveral() {
    let values = series([(30, 7), (20, 7.15), (30, 6.95)], deviation: 0.02, seed: 3)
    #expect(finder().find(in: values) == [30, 50])
  }

  @Test("finds a clear change after a few nights when it has seen many before")
  func findsEarly() {
    let values = series([(60, 7), (6, 7.3)], deviation: 0.02, seed: 5)
    #expect(finder().find(in: values) == [60])
    let early = [8, 7].map { finder().find(in: series([(20, 7), ($0, 7.3)], deviation: 0.02, seed: 5)) }
    #expect(early == [[20], []])
  }

  @Test("waits for three nights, and for as many as a chance of 1 in 100,000 asks for")
  func waits() {
    #expect(finder().find(in: series([(200, 7), (2, 7.5)], deviation: 0.02, seed: 5)) == [])
    // There are only 252 ways to place 5 of 10 nights.
    #expect(finder().find(in: series([(5, 7), (5, 7.5)], deviation: 0.02, seed: 5)) == [])
  }

  @Test(
    "asks of each place what keeps all of them together to 1 in 100,000", arguments: [6, 12, 28, 66, 200])
  func paysForPlaces(nights: Int) {
    let threshold = ChangeFinder.threshold(nights: nights)
    var (ways, attainable) = (1.0, 0.0)
    for size in 1..<nights {
      ways *= Double(nights - size + 1) / Double(size)
      if size >= 3, nights - size >= 3, 2 / ways < threshold { attainable += threshold }
    }
    #expect(attainable <= 1e-5 * (1 + 1e-12))
  }

  @Test("leaves a certain change below 2 % alone")
  func ignoresSmall() {
    let values = series([(30, 7), (30, 7.01)], deviation: 0.001, seed: 3)
    #expect(finder().find(in: values) == [])
  }

  @Test("is not moved by single nights that are far off")
  func ignoresSpikes() {
    for seed in 1...20 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed).derived(name: "spikes")
      let values = series([(60, 7)], deviation: 0.03, seed: seed).map {
        $0 + (random.chance(0.05) ? 0.26 : 0)
      }
      #expect(finder(seed: seed).find(in: values) == [])
    }
  }

  @Test("takes every step for a change where nothing varies by chance")
  func isExact() {
    let values = [7, 7, 7.1, 7.1, 7, 7.01]
    #expect(finder(isExact: true).find(in: values) == [2, 4])
    #expect(finder(isExact: false).find(in: values) == [])
  }

  @Test("finds nothing in a series without variation")
  func copesWithConstants() {
    #expect(finder().find(in: Array(repeating: 7, count: 40)) == [])
    #expect(finder().find(in: []) == [])
  }
}
