import LabAnalysis
import LabRecord
import LabTimeline
import TestSupport
import Testing

@testable import AnalysisSupport
@testable import LabReports

@Suite("The barge-in panel")
struct BargeInPanelTests {
  private func at(_ milliseconds: Int64) -> LabInstant { LabInstant(nanoseconds: milliseconds * 1_000_000) }

  /// A run in which every reply was interrupted and coughed at; the second cough of each conversation stopped it.
  private func analysis() throws -> RunAnalysis {
    var run = SyntheticRun()
    run.hasAccidents = false
    var builder = RunReportBuilder(header: run.header)
    for line in run.lines {
      guard case .turn(var turn) = line else {
        try builder.add(line)
        continue
      }
      var real = InterruptionTrial(kind: .sound(.speech), onset: at(1000))
      real.holds = [.init(from: at(1100))]
      real.silent = at(1100)
      real.yielded = at(1700)
      var cough = InterruptionTrial(kind: .sound(.cough), onset: at(500))
      cough.holds = [.init(from: at(600), until: at(900))]
      if turn.turn == 1 {
        cough.yielded = at(950)
        cough.silent = at(950)
        cough.wordsLost = 3
      }
      var late = InterruptionTrial(kind: .sound(.speech), onset: at(2000))
      late.finished = at(2300)
      turn.interruptionTrials = [InterruptionTrial(kind: .nothing, onset: at(0)), cough, real, late]
      try builder.add(.turn(turn))
    }
    return builder.finish(instrument: nil, environment: nil)
  }

  @Test("counts recall, false yields, silence and pauses, and leaves out what was over by itself")
  func figures() throws {
    let panel = try #require(try analysis().report.cells.first?.bargeIn)
    let real = try #require(panel.classes.first)
    #expect(real.kind == .sound(.speech))
    #expect(real.floor.n == 24 && real.floor.share == 1 && real.over == 24)
    #expect(real.stop.p50 == 100 && real.decision.p50 == 700)
    #expect(real.holds == 24 && real.resumed == 0)
    #expect(panel.classes.last?.kind == .nothing && panel.classes.last?.floor.n == 24)
    let cough = try #require(panel.classes.first { $0.kind == .sound(.cough) })
    #expect(cough.floor.n == 24 && cough.floor.yields == 6 && cough.floor.share == 0.25)
    #expect(cough.resumed == 24 && cough.meanHold == 300 && cough.wordsLost == 18)
    #expect(panel.others == cough.floor)
  }

  @Test("stands in every report of a run that has something to say of it, and in none of another")
  func reports() throws {
    let analysis = try analysis()
    let markdown = String(decoding: SummaryMarkdown.bytes(analysis), as: UTF8.self)
    #expect(markdown.contains("## Barge-in") && markdown.contains("interruption"))
    #expect(String(decoding: HTMLReport.bytes(analysis), as: UTF8.self).contains("id=\"barge-in\""))
    let json = String(decoding: try JSONDocument.bytes(analysis.report), as: UTF8.self)
    #expect(json.contains("\"barge_in\""))
    let other = try SyntheticRun().analysis()
    #expect(!String(decoding: SummaryMarkdown.bytes(other), as: UTF8.self).contains("Barge-in"))
    #expect(!String(decoding: try JSONDocument.bytes(other.report), as: UTF8.self).contains("barge_in"))
  }
}
