import LabPlan
import LabTimeline
import Testing

@testable import LabRunner

@Suite("The schedule of an open arrival")
struct ArrivalScheduleTests {
  private func schedule(
    _ spacing: RunPlan.Arrival.Spacing, perMinute: Double = 120, count: Int = 1000, seed: UInt64 = 1
  ) throws -> ArrivalSchedule {
    try #require(
      ArrivalSchedule(.open(perMinute: perMinute, spacing: spacing), count: count, seed: seed))
  }

  private func gaps(_ schedule: ArrivalSchedule) -> [Double] {
    let instants = [LabInstant.origin] + schedule.instants
    return zip(instants, instants.dropFirst()).map { ($1 - $0).milliseconds }
  }

  @Test("is not there when the arrival is closed")
  func closed() {
    #expect(ArrivalSchedule(.closed, count: 10, seed: 1) == nil)
  }

  @Test("has equal gaps when it is even, and no rounding adds up")
  func even() throws {
    #expect(try schedule(.even, count: 4).instants == [.ms(0), .ms(500), .ms(1000), .ms(1500)])
    // A seventh of a minute is no whole number of nanoseconds; seven of them are a minute all the same.
    let sevenths = try schedule(.even, perMinute: 7, count: 7_001).instants
    #expect(sevenths[1] == LabInstant(nanoseconds: 8_571_428_571))
    #expect(sevenths[7] == .ms(60_000))
    #expect(sevenths[7_000] == .ms(60_000_000))
  }

  @Test("is the same for the same seed and another for another, and the longer one goes on from the shorter")
  func seeded() throws {
    #expect(try schedule(.poisson) == schedule(.poisson))
    #expect(try schedule(.poisson) != schedule(.poisson, seed: 2))
    #expect(try schedule(.even) == schedule(.even, seed: 2))
    #expect(try schedule(.poisson, count: 10).instants[...] == schedule(.poisson).instants[..<10])
  }

  @Test("has exponential gaps when it is Poisson: a mean, a variance and a median as the rate asks for")
  func exponential() throws {
    let gaps = gaps(try schedule(.poisson, count: 100_000))
    let mean = gaps.reduce(0, +) / 1e5
    let variance = gaps.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (1e5 - 1)
    // Four standard errors: of a mean 1/√n, of a variance √(8/n), of the share below the median 1/(2√n).
    #expect(abs(mean / 500 - 1) < 4 * 0.00316)
    #expect(abs(variance / 250_000 - 1) < 4 * 0.00894)
    // The median is the mean · ln 2.
    #expect(abs(Double(gaps.count { $0 < 346.574 }) / 1e5 - 0.5) < 4 * 0.00158)
    #expect(gaps.allSatisfy { $0 >= 0 })
  }

  @Test("has as many conversations in a minute as the rate, and as much variance, when it is Poisson")
  func counts() throws {
    let minutes = 800
    var counts = Array(repeating: 0.0, count: minutes)
    for due in try schedule(.poisson, count: 100_000).instants {
      let minute = Int(due.nanoseconds / 60_000_000_000)
      if minute < minutes { counts[minute] += 1 }
    }
    let mean = counts.reduce(0, +) / 800
    let variance = counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 799
    #expect(abs(mean - 120) < 4 * 0.387)
    #expect(abs(variance / mean - 1) < 4 * 0.05)
  }

  @Test(
    "of a rate so slow that nobody lives to see its end is no number too great",
    arguments: RunPlan.Arrival.Spacing.allCases)
  func slow(spacing: RunPlan.Arrival.Spacing) throws {
    let instants = try schedule(spacing, perMinute: 0.01, count: 700_000).instants
    #expect(instants.last == LabInstant(nanoseconds: 4_000_000_000_000_000_000))
    #expect(instants[1] < instants[1000] && instants[1000] < instants[100_000])
  }

  @Test("is taken up where a run was cut off")
  func resumed() throws {
    let schedule = try schedule(.poisson, count: 10)
    #expect(schedule.clock(resumingAt: 0) == .origin)
    #expect(schedule.clock(resumingAt: 4) == schedule.instants[3])
  }
}
