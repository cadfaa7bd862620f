import LabStatistics
import Testing

@testable import LabAnalysis

@Suite("How far a prediction's error is a matter of chance")
struct ErrorSamplingTests {
  private typealias Conversations = [TurnParts.Conversation: [Double]]

  private func conversations(_ values: [[Double]]) -> Conversations {
    Dictionary(
      uniqueKeysWithValues: values.enumerated().map { (.init(name: "tides", iteration: $0), $1) })
  }

  /// Conversations of two turns each, around a second.
  private func drawn(_ count: Int, _ name: String) -> [[Double]] {
    var generator = SeededGenerator(seed: 7).derived(name: name)
    return (0..<count).map { _ in (0..<2).map { _ in generator.lognormal(median: 1000, sigma: 0.3) } }
  }

  private func sampling(_ measured: [[Double]], _ predicted: [[Double]]) -> ErrorSampling? {
    ErrorSampling(
      measured: conversations(measured), predicted: conversations(predicted),
      generator: SeededGenerator(seed: 1))
  }

  @Test("Where both rest on the same turns, they move together and the error does not move")
  func shared() throws {
    let turns = drawn(40, "shared")
    let intervals = try #require(sampling(turns, turns)?.intervals(at: .p50))
    #expect(intervals.measured == intervals.predicted)
    #expect(intervals.uncertainty > 0.02)
    #expect(intervals.error.lower == 0)
    #expect(intervals.error.upper == 0)
    #expect(!intervals.isBeyond)
  }

  @Test("A prediction that is always a tenth too long is so beyond chance")
  func tooLong() throws {
    let turns = drawn(40, "long")
    let intervals = try #require(sampling(turns, turns.map { $0.map { 1.1 * $0 } })?.intervals(at: .p95))
    #expect(abs(intervals.error.lower - 0.1) < 1e-9)
    #expect(intervals.isBeyond)
  }

  @Test("Of predictions that are right but drawn apart, about one in twenty seems wrong")
  func drawnApart() throws {
    let seemingly = try (0..<100).count { index in
      try #require(sampling(drawn(60, "own \(index)"), drawn(60, "other \(index)"))?.intervals(at: .p50))
        .isBeyond
    }
    #expect((1...12).contains(seemingly))
  }

  @Test("A resample's percentile is that of the values it holds, each as often as it was drawn")
  func oneValue() throws {
    let intervals = try #require(
      sampling(Array(repeating: [500, 700], count: 5), Array(repeating: [600], count: 5))?.intervals(at: .p50)
    )
    #expect(intervals.measured.lower == 600)
    #expect(intervals.measured.upper == 600)
    #expect(intervals.predicted.lower == 600)
  }

  @Test("Four conversations, or nineteen turns at p95, tell nothing")
  func tooFew() throws {
    #expect(sampling(drawn(4, "few"), drawn(4, "few")) == nil)
    let nine = try #require(sampling(drawn(9, "nine"), drawn(9, "nine")))
    #expect(nine.intervals(at: .p95) == nil)
    #expect(nine.intervals(at: .p50) != nil)
  }
}
