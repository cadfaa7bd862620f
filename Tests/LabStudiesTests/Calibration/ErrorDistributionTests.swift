import Testing

@testable import LabStudies

@Suite("Errors and what they are held to")
struct ErrorDistributionTests {
  private func distribution(_ milliseconds: [Double]) throws -> ErrorDistribution {
    try #require(ErrorDistribution(nanoseconds: milliseconds.map { Int64($0 * 1e6) }))
  }

  @Test("gives no percentile that too few errors support")
  func support() throws {
    let few = try distribution(Array(repeating: 1, count: 19) + [3])
    #expect(few.p50 == 1)
    #expect(few.p95.map { abs($0 - 1.1) < 1e-9 } == true)
    #expect(few.p99 == nil)
    #expect(ErrorDistribution(nanoseconds: []) == nil)
  }

  @Test("bears no nanosecond in virtual time")
  func offline() throws {
    #expect(Tolerance.offline.complaints(about: try distribution([0, 0, 0])).isEmpty)
    let complaints = Tolerance.offline.complaints(about: try distribution([0, 0, -0.000001]))
    #expect(complaints == ["the largest error is 0.000001 ms, above 0 ms"])
  }

  @Test("bears 1 ms in the median and 5 ms in 99 of 100 in real time, too early as well as too late")
  func loopback() throws {
    let tolerance = Tolerance.loopback
    #expect(tolerance.complaints(about: try distribution(Array(repeating: 1, count: 200))).isEmpty)
    #expect(
      tolerance.complaints(about: try distribution(Array(repeating: -1.5, count: 200)))
        == ["the median error is 1.500 ms, above 1 ms"])
    let tail = Array(repeating: 0.2, count: 195) + Array(repeating: 9.0, count: 5)
    #expect(
      tolerance.complaints(about: try distribution(tail)) == ["the error of 99 in 100 is 9 ms, above 5 ms"])
    #expect(tolerance.complaints(about: try distribution(tail.map { -$0 })).count == 1)
    #expect(
      tolerance.complaints(about: try distribution([0.1, 0.1, 7]))
        == ["the largest error, of fewer than 100, is 7 ms, above 5 ms"])
  }
}
