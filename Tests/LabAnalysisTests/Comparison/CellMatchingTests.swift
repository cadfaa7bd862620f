import LabAnalysis
import LabRecord
import LabTimeline
import Testing

@testable import AnalysisSupport

@Suite("Matching of cells")
struct CellMatchingTests {
  private let models = ["openai/gpt-4o", "openai/gpt-4o-mini", "openai/gpt-4.1"]

  private func run(_ name: String, llms: [String], stts: [String] = ["deepgram/nova-3"]) throws -> ComparedRun
  {
    var run = MadeRun()
    run.name = name
    run.iterations = 1
    run.cells = stts.flatMap { stt in llms.map { MadeRun.cell(stt: stt, llm: $0) } }
    return try run.compared
  }

  private func side(_ run: ComparedRun, llm: String) -> CellMatching.Side {
    CellMatching.Side(run, namedAxes: ["llm"]) { $0.llm == llm }
  }

  private func any(_ run: ComparedRun) -> CellMatching.Side { .init(run, namedAxes: ["llm"]) { _ in true } }

  private func models(_ matching: CellMatching) -> [String] {
    matching.matches.map { "\($0.baseline.cell.llm) > \($0.candidate.cell.llm)" }
  }

  @Test("The cells of two runs match when they are equal; the others are named")
  func matchesEqualCells() throws {
    let matching = try CellMatching.matching(
      baseline: .init(run("A", llms: Array(models[0...1]))),
      candidate: .init(run("B", llms: Array(models[1...2]))))
    #expect(models(matching) == ["openai/gpt-4o-mini > openai/gpt-4o-mini"])
    #expect(matching.matches[0].design == .separateRuns)
    #expect(matching.onlyInBaseline.map(\.llm) == ["openai/gpt-4o"])
    #expect(matching.onlyInCandidate.map(\.llm) == ["openai/gpt-4.1"])
  }

  @Test("Cells chosen by an axis may differ in it, and must agree in the others")
  func matchesNamedCells() throws {
    let run = try run("A", llms: models, stts: ["deepgram/nova-2", "deepgram/nova-3"])
    let matching = try CellMatching.matching(
      baseline: side(run, llm: models[0]), candidate: side(run, llm: models[1]))
    #expect(models(matching) == Array(repeating: "openai/gpt-4o > openai/gpt-4o-mini", count: 2))
    #expect(matching.matches.allSatisfy { $0.baseline.cell.stt == $0.candidate.cell.stt })
    #expect(matching.matches.allSatisfy { $0.design == .cells })
  }

  @Test("One cell is held against each of several, never against itself")
  func matchesOneWithMany() throws {
    let run = try run("A", llms: models)
    let matching = try CellMatching.matching(baseline: side(run, llm: models[1]), candidate: .init(run))
    #expect(
      models(matching) == ["openai/gpt-4o-mini > openai/gpt-4o", "openai/gpt-4o-mini > openai/gpt-4.1"])
  }

  @Test("Several against several match where they are equal")
  func matchesManyWithMany() throws {
    let matching = try CellMatching.matching(
      baseline: any(run("A", llms: models)), candidate: any(run("B", llms: Array(models[1...2]))))
    #expect(
      models(matching) == ["openai/gpt-4o-mini > openai/gpt-4o-mini", "openai/gpt-4.1 > openai/gpt-4.1"])
    #expect(matching.onlyInBaseline.map(\.llm) == ["openai/gpt-4o"])
  }

  @Test("Two runs of one cell each match, whatever was changed")
  func matchesOnlyCells() throws {
    let matching = try CellMatching.matching(
      baseline: .init(run("A", llms: [models[0]])), candidate: .init(run("B", llms: [models[2]])))
    #expect(models(matching) == ["openai/gpt-4o > openai/gpt-4.1"])
  }

  @Test("What cannot be matched is refused with a sentence")
  func refuses() throws {
    let a = try run("A", llms: models)
    let other = try run("B", llms: ["x/1", "x/2"])
    func message(_ body: () throws -> CellMatching) -> String? {
      do { _ = try body() } catch let error as AnalysisError { return error.message } catch {
        return "\(error)"
      }
      return nil
    }
    #expect(
      message { try .matching(baseline: .init(a), candidate: .init(other)) }
        == "“A” and “B” have no cell in common.")
    #expect(
      message { try .matching(baseline: .init(a), candidate: .init(a)) }
        == "Both sides name the same cells of “A”.")
    #expect(
      message { try .matching(baseline: side(a, llm: "nobody/none"), candidate: .init(other)) }
        == "No cell of “A” is selected.")
    #expect(
      message {
        try .matching(
          baseline: any(a), candidate: any(other))
      } == "3 cells of “A” and 2 of “B” fit together, and it is open which of them are to be compared.")
    #expect(
      message { try .arms(of: .init(a)) }
        == "The run “A” has no baseline arm, so there is nothing to compare within it.")
    #expect(
      message { try .arms(of: .init(MadeRun.withArms.compared, namedAxes: []) { _ in false }) }
        == "No cell of “run” is selected.")
  }
}
