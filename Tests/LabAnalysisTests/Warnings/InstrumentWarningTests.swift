import LabRecord
import LabTimeline
import Testing

@testable import AnalysisSupport
@testable import LabAnalysis

@Suite("Warnings about the instrument")
struct InstrumentWarningTests {
  private func warnings(
    _ reading: InstrumentReading?, environment: RunEnvironment = RunEnvironment(), mode: RunMode = .live
  ) -> [MeasurementWarning] {
    var evidence = SyntheticCell(conversations: 10).evidence(seed: 1)
    evidence.mode = mode
    evidence.instrument = reading
    evidence.environment = environment
    return HarnessDetector.warnings(in: evidence) + ClockDetector.warnings(in: evidence)
  }

  /// Of a machine that had an easy time.
  private let calm = InstrumentReading(
    timerResolutionNanoseconds: 30, pacerLateness: .init(p50: 0.05, p99: 0.4, max: 30),
    loopLag: .init(p50: 0.02, p99: 0.3, max: 20),
    load: .init(conversations: 100, seconds: 500, meanConcurrency: 4.02, meanConversationSeconds: 20),
    clockStepMilliseconds: 0.04, suspendedMilliseconds: 0.002, processorSeconds: 100, memoryGrowthMegabytes: 3
  )

  @Test("are silent about a calm machine")
  func silence() {
    #expect(warnings(calm, environment: RunEnvironment(seconds: 510, processors: 2)).isEmpty)
  }

  @Test("are silent about virtual time, whatever was read")
  func virtualTime() throws {
    var reading = calm
    reading.pacerLateness = .init(p50: 9, p99: 90, max: 900)
    var run = SyntheticRun()
    run.hasAccidents = false
    let codes = try run.analysis(instrument: reading).report.allWarnings.map(\.code)
    #expect(!codes.contains(.harnessSaturated))
    run.mode = .live
    #expect(try run.analysis(instrument: reading).report.allWarnings.map(\.code).contains(.harnessSaturated))
  }

  @Test("call a run invalid whose instrument was not read")
  func unmeasured() {
    #expect(warnings(nil).map(\.code) == [.harnessUnmeasured])
    #expect(warnings(nil).map(\.severity) == [.invalid])
    #expect(warnings(nil, mode: .offline).isEmpty)
  }

  @Test(
    "judge frames and arrivals by one in a hundred",
    arguments: [
      (0.4, 0.3, []), (5.0, 2.0, []), (5.1, 0.3, [MeasurementWarning.Severity.invalid]),
      (0.4, 2.1, [.doubt]), (0.4, 5.1, [.invalid]), (9.0, 9.0, [.invalid, .invalid]),
    ])
  func lateness(frames: Double, arrivals: Double, severities: [MeasurementWarning.Severity]) {
    var reading = calm
    reading.pacerLateness?.p99 = frames
    reading.loopLag?.p99 = arrivals
    let found = warnings(reading)
    #expect(found.map(\.severity) == severities)
    #expect(found.allSatisfy { $0.code == .harnessSaturated })
  }

  @Test("name the cell whose frames were late when the run's were not")
  func lateCell() throws {
    var evidence = SyntheticCell(conversations: 10).evidence(seed: 1)
    evidence.instrument = calm
    evidence.cells[0].report.counts.frames = 1000
    evidence.cells[0].report.counts.lateFrames = 10
    #expect(HarnessDetector.warnings(in: evidence).isEmpty)
    evidence.cells[0].report.counts.lateFrames = 11
    let warning = try #require(HarnessDetector.warnings(in: evidence).first)
    #expect(warning.scope == .cell(0))
    #expect(warning.severity == .doubt)
    #expect(warning.seen == "1.1 % of the microphone frames (11 of 1000) were more than 5 ms late.")
  }

  @Test("hold the driver's concurrency against Little's law")
  func littlesLaw() throws {
    // 100 conversations in 500 s, 20 s each, are 4 at a time.
    var reading = calm
    reading.load?.meanConcurrency = 4.3
    let warning = try #require(warnings(reading).first)
    #expect(warning.title == "Conversations waited")
    #expect(
      warning.seen
        == "The driver had 4.30 conversations on its hands on average; 0.20 conversations per second of 20.0 s each "
        + "explain 4.00. The others (0.30) waited in the harness.")
  }

  @Test("doubt a machine whose processors were busy")
  func processors() throws {
    var reading = calm
    reading.processorSeconds = 750
    let environment = RunEnvironment(seconds: 500, processors: 2)
    let warning = try #require(warnings(reading, environment: environment).first)
    #expect(warning.severity == .doubt)
    #expect(warning.seen == "The process took 750.0 s of processor time in 500.0 s: 75 % of 2 processors.")
    reading.processorSeconds = 690
    #expect(warnings(reading, environment: environment).isEmpty)
  }

  @Test("tell a clock that was set, one that is coarse, and a machine that slept")
  func clock() {
    var reading = calm
    reading.clockStepMilliseconds = -350
    reading.timerResolutionNanoseconds = 4_000_000
    reading.suspendedMilliseconds = 12_340
    let found = warnings(reading)
    #expect(
      found.map(\.seen) == [
        "The machine was suspended for 12.34 s during the run.",
        "The monotonic clock moves in steps of 4.0 ms.",
        "The wall clock was set back by 350.0 ms during the run.",
      ])
    #expect(found.map(\.severity) == [.invalid, .doubt, .doubt])
    #expect(found.allSatisfy { $0.code == .clock })
  }
}
