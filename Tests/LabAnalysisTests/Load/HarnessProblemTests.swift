import LabRecord
import LabTimeline
import Testing

@testable import AnalysisSupport
@testable import LabAnalysis

@Suite("What says that the harness did not keep up")
struct HarnessProblemTests {
  private static func problems(meanConcurrency: Double, lateness: Double = 0.4) throws -> [String] {
    var run = SyntheticRun()
    run.mode = .live
    run.hasAccidents = false
    let reading = InstrumentReading(
      timerResolutionNanoseconds: 30, pacerLateness: .init(p50: 0.05, p99: lateness, max: 30),
      loopLag: .init(p50: 0.02, p99: 0.3, max: 20),
      load: .init(
        conversations: 100, seconds: 500, meanConcurrency: meanConcurrency, meanConversationSeconds: 20),
      clockStepMilliseconds: 0.04, suspendedMilliseconds: 0.002, processorSeconds: 100)
    var report = try run.analysis(instrument: reading).report
    // Titles are for people: nothing may hang on them.
    for index in report.warnings.indices { report.warnings[index].title = "Anything" }
    return report.harnessProblems(reading: reading)
  }

  @Test("is nothing when conversations explain what it had on its hands")
  func keptUp() throws {
    #expect(try Self.problems(meanConcurrency: 4.02) == [])
  }

  @Test("are conversations that waited where no latency counts it")
  func waited() throws {
    let problems = try Self.problems(meanConcurrency: 6)
    #expect(problems.count == 1)
    #expect(problems.first?.contains("waited in the harness") == true)
  }

  @Test("are late frames, which make a run invalid")
  func late() throws {
    #expect(try Self.problems(meanConcurrency: 4.02, lateness: 9).count == 1)
  }
}
