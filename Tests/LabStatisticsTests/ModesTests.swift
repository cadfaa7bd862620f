import Testing

@testable import LabStatistics

/// Reference values from `diptest` 0.9 (Python), which wraps the C code of R's package.
@Suite("Modes")
struct ModesTests {
  private let generator = SeededGenerator(seed: 1)
  private let twoModes: [Double] = {
    let short = (0..<40).map { Double(400 + $0 * 37 % 60) }
    let long = (0..<25).map { Double(900 + $0 * 53 % 80) }
    return short + long
  }()

  @Test("the dip is R's")
  func dip() {
    #expect(abs(HartiganDip.of([1, 2, 3, 4.5, 9, 9.1, 9.2, 9.5]) - 0.140625) < 1e-15)
    #expect(abs(HartiganDip.of(twoModes.sorted()) - 0.16314779270633395) < 1e-15)
    let grid = (0..<60).map { Double(($0 * 7_919) % 997) / 997 }.sorted()
    #expect(abs(HartiganDip.of(grid) - 0.016374269005847975) < 1e-15)
    #expect(HartiganDip.of([3, 3, 3, 3]) == 0.125)
  }

  @Test("two groups of latencies are found and described")
  func twoGroups() throws {
    let test = try #require(DipTest(twoModes, generator: generator))
    #expect(test.probability < 0.001)
    let groups = try #require(TwoGroups(twoModes))
    #expect(groups.lower.count == 40)
    #expect(groups.upper.count == 25)
    #expect((400..<460).contains(groups.lower.median))
    #expect((900..<980).contains(groups.upper.median))
    #expect(TwoGroups([4, 4, 4]) == nil)
  }

  /// `diptest.diptest(x, boot_pval=True)` over the same sizes; for uniform values the probability is itself uniform.
  @Test("uniform values reach each level about as often as it says, lognormal ones hardly ever")
  func calibration() {
    var generator = SeededGenerator(seed: 5)
    func alarms(_ draw: (inout SeededGenerator) -> Double) -> Int {
      (0..<200).count { round in
        let values = (0..<40).map { _ in draw(&generator) }
        let test = DipTest(values, generator: SeededGenerator(seed: UInt64(round)), samples: 200)
        return (test?.probability ?? 1) <= 0.1
      }
    }
    #expect((8...34).contains(alarms { $0.unit() }))
    #expect(alarms { $0.lognormal(median: 800, sigma: 0.3) } <= 6)
  }

  @Test("values on a grid of frames have no modes for being on it, and two values far apart have two")
  func grid() throws {
    var generator = SeededGenerator(seed: 8)
    let framed = (0..<300).map { _ in (generator.lognormal(median: 800, sigma: 0.15) / 20).rounded() * 20 }
    #expect(try #require(DipTest(framed, generator: self.generator)).probability > 0.05)
    let two = Array(repeating: 400.0, count: 40) + Array(repeating: 900, count: 40)
    #expect(try #require(DipTest(two, generator: self.generator)).probability < 0.01)
  }

  @Test("a thousand values or more are compared by the root of their number")
  func many() throws {
    var generator = SeededGenerator(seed: 9)
    let one = (0..<3_000).map { _ in generator.lognormal(median: 800, sigma: 0.2) }
    #expect(try #require(DipTest(one, generator: self.generator, samples: 100)).probability > 0.2)
    let mixed = one.enumerated().map { $0 % 3 == 0 ? $1 * 2.2 : $1 }
    #expect(try #require(DipTest(mixed, generator: self.generator, samples: 100)).probability < 0.02)
    #expect(DipTest([1, 2, 3], generator: self.generator) == nil)
  }
}
