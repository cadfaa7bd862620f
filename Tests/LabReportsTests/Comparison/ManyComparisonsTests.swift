import LabAnalysis
import LabRecord
import LabReports
import LabTimeline
import Testing

@testable import AnalysisSupport

@Suite("Comparisons of many cells")
struct ManyComparisonsTests {
  /// As many pairs of arms as there are transcribers; the candidate's model is 100 ms slower.
  private func report(transcribers: Int) throws -> ComparisonReport {
    var run = MadeRun()
    run.iterations = 2
    let services = (1...transcribers).map { "stt/\($0)" }
    run.cells = services.flatMap { [MadeRun.cell(stt: $0, arm: .baseline), MadeRun.cell(stt: $0)] }
    run.pairs = services.indices.map { .init(candidate: 2 * $0 + 1, baseline: 2 * $0) }
    run.change = { if $0.cell.arm == .candidate { $0.firstToken += 100_000_000 } }
    return try ComparisonReport(try CellMatching.arms(of: .init(try run.compared)))
  }

  @Test("Three stand one below the other")
  func few() throws {
    let sections = try report(transcribers: 3).sections
    #expect(sections.count == 3)
    #expect(sections.allSatisfy { $0.details.isEmpty })
  }

  @Test("Four share one table, each in full below it and told apart by its title")
  func many() throws {
    let sections = try report(transcribers: 4).sections
    let section = try #require(sections.first)
    #expect(sections.count == 1 && section.details.count == 4)
    #expect(section.details.map { $0.title.suffix(5) } == ["stt/1", "stt/2", "stt/3", "stt/4"])
    let table = try #require(section.tables.first)
    #expect(table.header[0...1] == ["stt", "instead of"])
    #expect(table.rows.allSatisfy { $0.count == table.header.count && $0[1] == "–" })
    #expect(table.rows.map { $0[7] } == Array(repeating: "+100 ms", count: 4))
    let markdown = section.markdown()
    #expect(markdown.split(separator: "<details><summary>").count == 5)
    #expect(markdown.hasPrefix("## Comparisons\n\n"))
  }
}
