import LabAnalysis
import LabRecord
import LabReports
import LabTimeline
import Testing

@testable import AnalysisSupport

@Suite("The report of a record")
struct RunReportBuilderTests {
  private let run = SyntheticRun()

  private func analysis(
    _ lines: [RecordLine], instrument: InstrumentReading? = nil, environment: RunEnvironment? = nil
  ) throws -> RunAnalysis {
    var builder = RunReportBuilder(header: run.header)
    for line in lines { try builder.add(line) }
    return builder.finish(instrument: instrument, environment: environment)
  }

  @Test("counts every turn once: as an outcome, or as discarded")
  func denominators() throws {
    let analysis = try analysis(Array(run.lines.dropFirst()))
    let cells = analysis.report.cells
    #expect(cells.map(\.turns) == [20, 16])
    #expect(cells.map(\.discarded) == [["warmup": 4], ["warmup": 4, "incomplete": 4]])
    for cell in cells {
      #expect(cell.completed + cell.interrupted + cell.failed + cell.missed == cell.turns)
      for summary in cell.metrics.values { #expect(summary.n + summary.missing == cell.turns) }
    }
    #expect(cells[1].failureReasons == ["llm: overloaded": 1])
    #expect(cells[0].missedReasons == ["nothing understood": 1])
    #expect(cells.reduce(0) { $0 + $1.interrupted } == 1)
    #expect(analysis.turns.count == 48)
  }

  @Test("explains the mean voice-to-voice latency by parts that sum to it")
  func contributionsSum() throws {
    for cell in try analysis(Array(run.lines.dropFirst())).report.cells {
      let mean = try #require(cell.metrics["turn.v2v_ms"]?.mean)
      let sum = cell.contributions.reduce(0) { $0 + $1.meanMilliseconds }
      #expect(abs(sum - mean) < 1e-6)
      #expect(cell.contributions.first?.name == "vad.locate")
      #expect(cell.contributions.first?.meanMilliseconds == -12)
      #expect(!cell.contributions.contains { $0.owner == .unattributed })
    }
  }

  @Test("keeps contributions in the order of the turn though only cold turns have all of them")
  func contributionOrder() throws {
    let names = try analysis(Array(run.lines.dropFirst())).report.cells[0].contributions.map(\.name)
    #expect(
      names == [
        "vad.locate", "turn.silence", "stt.uplink", "stt.service", "stt.downlink", "turn.commit",
        "context.build", "llm.connect", "llm.uplink", "llm.service", "llm.downlink", "llm.reasoning",
        "llm.first_sentence", "tts.request", "tts.connect", "tts.uplink", "tts.service", "tts.downlink",
        "playout.start", "tts.leading_silence",
      ])
  }

  @Test("says why values are missing")
  func missingReasons() throws {
    let summary = try #require(
      try analysis(Array(run.lines.dropFirst())).report.cells[1].metrics["llm.ttft_ms"])
    #expect(summary.missingReasons == ["no llmFirstToken": 1])
  }

  @Test("gives no quantile that the sample cannot support")
  func support() throws {
    let summary = try #require(
      try analysis(Array(run.lines.dropFirst())).report.cells[1].metrics["turn.v2v_ms"])
    #expect(summary.n == 15)
    #expect(summary.p50 != nil && summary.p90 != nil)
    #expect(summary.p95 == nil && summary.p99 == nil)
    // Four conversations are too few to tell how conversations differ.
    #expect(summary.interval95.p50 == nil && summary.interval95.p90 == nil)
    #expect(summary.max != nil)
  }

  @Test("bounds the median when five conversations have values, and p90 only from 36 values on")
  func intervals() throws {
    let summary = try #require(
      try analysis(Array(run.lines.dropFirst())).report.cells[0].metrics["turn.v2v_ms"])
    let interval = try #require(summary.interval95.p50)
    let median = try #require(summary.p50)
    #expect(interval[0] <= median && median <= interval[1])
    #expect(summary.interval95.p90 == nil)
    var long = run
    long.turnsPerConversation = 12
    long.hasAccidents = false
    let p90 = try long.analysis().report.cells[0].metrics["turn.v2v_ms"]?.interval95.p90
    #expect(p90 != nil)
  }

  @Test("keeps the first turn of each conversation apart from the others")
  func coldTurns() throws {
    let cell = try analysis(Array(run.lines.dropFirst())).report.cells[0]
    let first = try #require(cell.firstTurn["turn.v2v_ms"])
    let later = try #require(cell.laterTurns["turn.v2v_ms"])
    let all = try #require(cell.metrics["turn.v2v_ms"])
    #expect(first.n == 5)
    #expect(first.n + later.n == all.n)
    #expect(try #require(first.mean) > #require(later.mean) + 80)
    #expect(cell.firstTurn["bargein.stop_ms"] == nil)
  }

  @Test("is the same whatever the order of the conversations' lines")
  func orderOfLines() throws {
    let whole = try analysis(Array(run.lines.dropFirst()))
    let conversations = (0..<run.header.conversations).reversed().flatMap { run.conversation($0) }
    let reversed = try analysis(conversations)
    #expect(try JSONDocument.bytes(whole.report) == JSONDocument.bytes(reversed.report))
    #expect(TurnsCSV.bytes(whole) == TurnsCSV.bytes(reversed))
  }

  @Test("of two shards is the report of the whole run, with arms and without", arguments: [false, true])
  func shards(hasArms: Bool) throws {
    var run = run
    run.hasAccidents = false
    run.hasArms = hasArms
    let whole = try run.analysis()
    let parts = try (1...2).map { index in
      var header = run.header
      header.shard = RecordHeader.Shard(index: index, count: 2)
      let positions = (0..<header.conversations).filter(header.covers)
      return try bytes([.header(header)] + positions.flatMap { run.conversation($0) })
    }
    let merged = try withFile(parts[1]) { second in
      try withFile(parts[0]) { first in
        try RunAnalysis.read(
          records: [second, first], instrument: nil, environment: nil, prices: SyntheticRun.prices)
      }
    }
    #expect(try JSONDocument.bytes(merged.report) == JSONDocument.bytes(whole.report))
    #expect(merged.report.run.isComplete)
    #expect(HTMLReport.bytes(merged) == HTMLReport.bytes(whole))
  }

  @Test("does not mix records of different runs")
  func mismatch() throws {
    var other = run
    other.seed = 8
    var builder = RunReportBuilder(header: run.header)
    #expect {
      try builder.add(.header(other.header))
    } throws: { ($0 as? RecordError)?.code == .notComparable }
  }

  @Test("counts a conversation that was measured again once")
  func measuredAgain() throws {
    let lines = run.conversation(2)
    let cutOff = Array(lines.prefix(2))
    let report = try analysis(cutOff + lines).report
    #expect(report.cells[0].turns == 4)
    #expect(report.cells[0].discarded == ["incomplete": 2])
    let twice = try analysis(lines + lines).report
    #expect(twice.cells[0].turns == 4)
    #expect(twice.cells[0].discarded == ["duplicate": 4])
  }

  @Test("knows whether the record is complete")
  func completeness() throws {
    #expect(try !analysis(Array(run.lines.dropFirst())).report.run.isComplete)
    var whole = run
    whole.hasAccidents = false
    #expect(try whole.analysis().report.run.isComplete)
  }

  @Test("of an offline run holds nothing that varies between equal runs")
  func offlineNulls() throws {
    let environment = RunEnvironment(startedAt: "2026-01-01T00:00:00Z", host: "builder")
    let reading = InstrumentReading(
      timerResolutionNanoseconds: 30, pacerLateness: .init(p50: 1, p99: 9, max: 20), processorSeconds: 3,
      memoryGrowthMegabytes: 12)
    let plain = try analysis(Array(run.lines.dropFirst())).report
    let dressed = try analysis(
      Array(run.lines.dropFirst()), instrument: reading, environment: environment
    ).report
    #expect(plain == dressed)
    #expect(dressed.run.startedAt == nil)
    #expect(dressed.run.instrument.isValid)
  }

  @Test("of a live run is not valid when the instrument was not read or was too late")
  func validity() throws {
    var live = run
    live.mode = .live
    #expect(try !live.analysis().report.run.instrument.isValid)
    #expect(try live.analysis(instrument: InstrumentReading()).report.run.instrument.isValid)
    let late = InstrumentReading(pacerLateness: .init(p50: 1, p99: 8.25, max: 40))
    let instrument = try live.analysis(instrument: late).report.run.instrument
    #expect(!instrument.isValid)
    #expect(
      instrument.warnings == ["1 % of the microphone frames were more than 8.3 ms late, the worst 40.0 ms."])
  }

  @Test("has an id that plan, mode and seed alone decide")
  func identity() throws {
    var other = run
    other.conversationsPerCell = 2
    let id = try run.analysis().report.run.id
    #expect(id.count == 16)
    #expect(try other.analysis().report.run.id == id)
    other.seed = 8
    #expect(try other.analysis().report.run.id != id)
  }

  @Test("finds the turn that is nearest to the median")
  func typicalTurn() throws {
    let analysis = try run.analysis()
    for (index, cell) in analysis.report.cells.enumerated() {
      let median = try #require(cell.metrics["turn.v2v_ms"]?.p50)
      let turn = try #require(analysis.typicalTurns[index])
      let own = try #require(MetricCatalogue.voiceToVoice.measure(turn.events).value)
      let distance = abs(own.milliseconds - median)
      let all = analysis.turns.filter { $0.discarded == nil && $0.conversation.cell == index }
        .compactMap(\.voiceToVoice)
      #expect(all.allSatisfy { abs($0.milliseconds - median) >= distance })
    }
  }

  @Test("adds up usage and counts of turns and of conversations")
  func sums() throws {
    let cell = try analysis(Array(run.lines.dropFirst())).report.cells[0]
    #expect(cell.usage.llmRequests == 20)
    #expect(cell.usage.sttSeconds == 45)
    #expect(cell.usage.sttConnectionSeconds == 180)
    #expect(cell.counts.words == 180)
    #expect(cell.conversationSeconds == 180)
    #expect(cell.cost.unpriced == ["cartesia/sonic-2", "deepgram/nova-3", "openai/gpt-4.1"])
  }
}
