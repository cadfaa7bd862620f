import LabRecord
import LabStatistics
import LabTimeline
import Testing

@testable import AnalysisSupport
@testable import LabGates

@Suite("Two-stage screening")
struct ScreeningTests {
  private let text = """
    name: n
    gates: [{id: a, relative: {max: 10%}}]
    screening: {flag: 0.05, night: 0.01}
    """

  @Test("flags a slower cell and prints the command that runs it again")
  func flags() throws {
    let report = try judge(.noisy(slowdown: 1.1), text)
    let relative = try #require(report.results.first?.relative)
    #expect(relative.isFlagged == true)
    #expect(relative.finding.verdict == .inconclusive)
    #expect(
      relative.finding.advice
        == "turnlab run run/plan.yaml --mode live --seed 8 --repeats 1 --out run-confirm-1, then the same gate with "
        + "--confirm and that folder")
    #expect(report.screening?.judgements == 1)
    #expect(report.screening?.decision == 0.01)
  }

  @Test("passes a cell that did not move at the first run")
  func passes() throws {
    let relative = try #require(try judge(.noisy(slowdown: 1), text).results.first?.relative)
    #expect(relative.isFlagged == false)
    #expect(relative.finding.verdict == .pass)
  }

  @Test("decides on both runs together", arguments: [1.1, 0.95])
  func decides(slowdown: Double) throws {
    var second = MadeRun.noisy(slowdown: slowdown)
    second.name = "again"
    second.seed = 8
    let report = try judge(.noisy(slowdown: 1.1, conversations: 10), text, confirmations: [second])
    let relative = try #require(report.results.first?.relative)
    #expect(relative.judgement?.pairs == 40 + 80)
    #expect(report.outcome() == (slowdown > 1 ? .regression : .pass), "\(relative.finding.reason)")
    #expect(report.screening?.confirmations == ["again"])
  }

  @Test("is not confirmed by the same draws in virtual time")
  func sameDraws() throws {
    var first = MadeRun.noisy(slowdown: 1.1)
    first.mode = .offline
    var second = first
    second.name = "again"
    let report = try judge(
      first, text.replacing("max: 10%", with: "max: 10%, stat: shift"), confirmations: [second])
    #expect(report.outcome() == .notComparable)
  }
}
