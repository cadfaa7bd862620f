import GRDB
import LabRecord
import LabStatistics
import LabTimeline
import Testing

@testable import LabHistory

@Suite("A trend")
struct TrendTests {
  private let file: HistoryFile
  private var history: History { file.history }

  init() throws { file = try HistoryFile() }

  @Test("has a line per cell with its nights in the order of time, however they were added")
  func ordersNights() throws {
    for number in [3, 1, 2] {
      var night = SyntheticNight.noisy(number, median: 1000 + 100 * Double(number), deviation: 0)
      night.cells = [SyntheticNight.cell(), SyntheticNight.cell(llm: "groq/llama-3.3-70b")]
      try history.add(night.recorded(folder: "/runs/\(number)"))
    }
    let trend = try history.trend()
    #expect(trend.series.map(\.cell.llm) == ["groq/llama-3.3-70b", "openai/gpt-4.1"])
    #expect(trend.series[0].nights.map(\.startedAt) == (1...3).map(SyntheticNight.start))
    #expect(trend.series[0].nights.map(\.value) == [1100, 1200, 1300])
    #expect(try history.trend { $0.llm == "openai/gpt-4.1" }.series.count == 1)
    #expect(try history.trend(plan: "other").series.isEmpty)
    let ttft = try #require(MetricCatalogue.metric("llm.ttft"))
    #expect(try history.trend(of: ttft).series[1].nights.map(\.value) == [550, 600, 650])
    #expect(try history.trend(statistic: .errorRate).series[1].nights.map(\.value) == [0, 0, 0])
    #expect(try history.trend(statistic: .usdPerHour).series[1].nights.map(\.value) == [nil, nil, nil])
    #expect(try history.trend(statistic: .p90).series[1].nights.allSatisfy { $0.value == nil && $0.n == 8 })
  }

  @Test("names the night from which on a planted change holds, and how large it is")
  func findsPlantedChange() throws {
    try file.add(50) { $0 < 31 ? 1000 : 1100 }
    let series = try #require(try history.trend().series.first)
    #expect(series.changes.map(\.startedAt) == [SyntheticNight.start(of: 31)])
    let change = try #require(series.changes.first)
    #expect(change.run == series.nights[30].run)
    #expect((0.085...0.115).contains(change.change))
    #expect((990...1010).contains(change.before) && (1085...1115).contains(change.after))
    #expect(!change.planWasEdited)
  }

  @Test("says so when the plan was edited on the night of a change")
  func namesEditedPlans() throws {
    for number in 1...40 {
      var night = SyntheticNight.noisy(number, median: number < 21 ? 1000 : 900, deviation: 0.02)
      night.planSHA = number < 21 ? "aa" : "bb"
      try history.add(night.recorded())
    }
    let changes = try history.trend().series.flatMap(\.changes)
    #expect(changes.map(\.startedAt) == [SyntheticNight.start(of: 21)])
    #expect(changes.map(\.planWasEdited) == [true])
  }

  @Test("finds nothing where nothing was changed", arguments: 1...8)
  func staysCalm(seed: UInt64) throws {
    try file.add(40, deviation: 0.05, seed: seed) { _ in 1000 }
    #expect(try history.trend().series.flatMap(\.changes) == [])
  }

  @Test("counts neither invalid, nor unfinished, nor undated runs")
  func leavesOutDoubtfulRuns() throws {
    try file.add(40) { _ in 1000 }
    for number in 41...60 {
      var night = SyntheticNight.noisy(number, median: 2000, deviation: 0.02)
      night.isLate = true
      try history.add(night.recorded())
    }
    var unfinished = SyntheticNight()
    unfinished.number = 61
    unfinished.finished = 2
    try history.add(unfinished.recorded(), allowingPartial: true)
    var undated = SyntheticNight()
    undated.number = nil
    try history.add(undated.recorded())
    let series = try history.trend().series
    #expect(series.flatMap(\.changes) == [])
    // The undated run has no environment and so no machine either.
    #expect(series.map(\.nights.count) == [60])
    #expect(series[0].nights.count(where: \.isValid) == 40)
  }

  @Test("begins a line of its own on another machine, so that a faster one is no improvement")
  func splitsByMachine() throws {
    try file.add(20) { _ in 1000 }
    for number in 21...40 {
      var night = SyntheticNight.noisy(number, median: 500, deviation: 0.02)
      night.processor = "Faster CPU"
      try history.add(night.recorded())
    }
    let series = try history.trend().series
    #expect(series.map(\.nights.count) == [20, 20])
    #expect(series.flatMap(\.changes) == [])
  }

  @Test("takes every difference for a change in virtual time, where nothing varies by chance")
  func isExactOffline() throws {
    for number in 1...6 {
      var night = SyntheticNight.noisy(number, median: number < 4 ? 1000 : 1030, deviation: 0)
      night.mode = .offline
      night.version = number.isMultiple(of: 2) ? "1.0" : "1.1"
      try history.add(night.recorded())
    }
    let series = try history.trend().series
    #expect(series.count == 1)
    #expect(series[0].changes.map(\.index) == [3])
    #expect(series[0].changes.allSatisfy { abs($0.change - 0.03) < 1e-9 })
    #expect(series[0].betweenRunDeviation == 0)
  }

  @Test("warns of a slow slide against a pinned baseline, though no night stands out")
  func seesTheBoilingFrog() throws {
    try file.add(24, deviation: 0.004) { 1000 * PortableMath.pow(1.003, Double($0)) }
    try history.pin("start", runs: ["/runs/1", "/runs/2"])
    let drift = try #require(try history.trend().series.first?.drifts.first)
    #expect((drift.baseline, drift.nights) == ("start", 3))
    #expect((0.05...0.08).contains(drift.change))
    #expect(drift.isBeyondNoise)
  }

  @Test("does not warn of a baseline from which the nights differ by chance")
  func toleratesBaselineNoise() throws {
    try file.add(30, deviation: 0.03) { _ in 1000 }
    try history.pin("start", runs: ["/runs/1", "/runs/2"])
    try history.pin("last", runs: ["/runs/30"])
    let drifts = try history.trend().series.flatMap(\.drifts)
    // After the last night there is nothing to compare.
    #expect(drifts.map(\.baseline) == ["start"])
    #expect(drifts.allSatisfy { !$0.isBeyondNoise })
  }

  @Test("says the same whether it remembers what it found or looks again")
  func remembersWhatItFound() throws {
    try file.add(45) { $0 < 21 ? 1000 : 1150 }
    let remembered = try history.trend()
    try history.write { try $0.execute(sql: "DELETE FROM noise_memory") }
    #expect(try history.trend() == remembered)
    #expect(remembered.series[0].changes.count == 1)
  }
}
