import LabStatistics
import Testing

@Suite("The slope's interval")
struct TheilSenIntervalTests {
  /// A rise of a unit per unit of time, with noise on top.
  static func points(
    slope: Double, noise: Double, count: Int = 100, seed: UInt64 = 1
  ) -> [(time: Double, value: Double)] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { (Double($0), slope * Double($0) + noise * random.normal()) }
  }

  @Test("of an exact line is the slope itself")
  func exactLine() throws {
    let line = try #require(TheilSenInterval(Self.points(slope: 2.5, noise: 0)))
    #expect(line.slope == 2.5)
    #expect(line.interval == 2.5...2.5)
    #expect(line.ends == [0, 247.5])
  }

  @Test("holds the true slope in about nineteen of twenty noisy series, and no more than it must")
  func coverage() throws {
    let held = try (0..<200).count { seed in
      let line = try #require(
        TheilSenInterval(Self.points(slope: 0.1, noise: 1, count: 40, seed: UInt64(seed))))
      return line.interval.contains(0.1)
    }
    #expect((180...200).contains(held), "\(held) of 200")
  }

  @Test("is not moved by a few wild values")
  func wildValues() throws {
    var points = Self.points(slope: 1, noise: 0.1)
    for index in stride(from: 0, to: 100, by: 10) { points[index].value = 1e6 }
    let line = try #require(TheilSenInterval(points))
    #expect((0.9...1.1).contains(line.slope))
  }

  @Test("holds zero when nothing rises")
  func flat() throws {
    let line = try #require(TheilSenInterval(Self.points(slope: 0, noise: 1)))
    #expect(line.interval.contains(0))
  }

  @Test("needs eight measurements at different times")
  func tooFew() {
    #expect(TheilSenInterval(Self.points(slope: 1, noise: 0, count: 7)) == nil)
    #expect(TheilSenInterval(Self.points(slope: 1, noise: 0, count: 8)) != nil)
    #expect(TheilSenInterval(Array(repeating: (time: 1, value: 2), count: 20)) == nil)
  }
}
