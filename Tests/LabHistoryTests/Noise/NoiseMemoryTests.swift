import LabRecord
import LabStatistics
import LabTimeline
import Testing

@testable import LabHistory

@Suite("Noise between runs")
struct NoiseMemoryTests {
  private let file: HistoryFile
  private let fingerprint = RunFingerprint(
    plan: "nightly", mode: "live",
    machine: Machine(system: "Test OS", processor: "Test CPU", processors: 4, version: "1.0"))

  init() throws { file = try HistoryFile() }

  private func deviation(
    _ cell: Cell = SyntheticNight.cell(), metric: String = "turn.v2v", fingerprint: RunFingerprint? = nil
  ) throws -> Double? {
    try file.history.betweenRunDeviation(
      cell: cell, metric: try #require(MetricCatalogue.metric(metric)),
      fingerprint: fingerprint ?? self.fingerprint)
  }

  @Test("is what was planted")
  func recoversDeviation() throws {
    try file.add(80, deviation: 0.03) { _ in 1000 }
    let found = try #require(try deviation())
    #expect((0.022...0.038).contains(found))
    // The other metric is half of it, and its logarithm differs as much.
    let other = try #require(try deviation(metric: "llm.ttft"))
    #expect(abs(other - found) < 1e-6)
    #expect(try deviation(metric: "tts.ttfb") == nil)
  }

  @Test("does not take a change for noise")
  func leavesOutChanges() throws {
    try file.add(60, deviation: 0.03) { $0 < 31 ? 1000 : 1300 }
    #expect((0.02...0.04).contains(try #require(try deviation())))
  }

  @Test("is not moved by a few nights that are far off")
  func isRobust() throws {
    try file.add(40, deviation: 0.03) { $0.isMultiple(of: 10) ? 3000 : 1000 }
    #expect((0.018...0.045).contains(try #require(try deviation())))
  }

  @Test("is unknown with fewer than five runs")
  func needsRuns() throws {
    try file.add(4) { _ in 1000 }
    #expect(try deviation() == nil)
    try file.history.add(SyntheticNight.noisy(5, median: 1000, deviation: 0.02).recorded())
    #expect(try deviation() != nil)
  }

  @Test("is unknown for other cells, modes, plans and machines")
  func isBoundToConditions() throws {
    try file.add(10) { _ in 1000 }
    #expect(try deviation(SyntheticNight.cell(llm: "groq/llama-3.3-70b")) == nil)
    #expect(try deviation(SyntheticNight.cell(arm: .baseline)) == nil)
    var other = fingerprint
    other.mode = "loopback"
    #expect(try deviation(fingerprint: other) == nil)
    other = fingerprint
    other.machine?.version = "2.0"
    #expect(try deviation(fingerprint: other) == nil)
    other.machine = Machine(system: nil, processor: nil, processors: nil, version: nil)
    #expect(try deviation(fingerprint: other) == nil)
  }

  @Test("has the size of a standard deviation for few values as for many")
  func isUnbiased() throws {
    for count in [5, 8, 30] {
      var random = SeededGenerator(seed: 4).derived(name: "\(count)")
      let found = (0..<4000).compactMap { _ in
        BetweenRunDeviation.of([(0..<count).map { _ in random.normal(mean: 3, standardDeviation: 2) }])
      }
      let mean = found.reduce(0, +) / Double(found.count)
      #expect(abs(mean - 2) < 0.1, "\(count) values: \(mean)")
    }
  }
}
