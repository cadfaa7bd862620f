import LabAnalysis
import LabRecord
import LabTimeline
import Testing

@testable import AnalysisSupport
@testable import LabGates

@Suite("The command that measures more of a run")
struct RunAgainTests {
  private func cell(_ llm: String) -> Cell {
    Cell(
      workload: "tutor", stt: "deepgram/nova-3", llm: llm, tts: "deepgram/aura-2", vad: "spectral",
      network: "none", device: "none", preset: "balanced", arm: .candidate)
  }

  private let selected = RunAgain(
    folder: "night", options: ["--mode", "live", "--shard", "2/8"], selection: "stt=deepgram/*,network=none",
    seed: 7)

  @Test("has the cells and the part that the run had, so that it can be gone on with")
  func extends() {
    #expect(
      selected.extending(toRepeats: 9)
        == "turnlab run night/plan.yaml --mode live --shard 2/8 --seed 7 --repeats 9 "
        + "--select 'stt=deepgram/*,network=none' --resume night")
    #expect(
      RunAgain(folder: "night", options: [], seed: 7).extending(toRepeats: 9)
        == "turnlab run night/plan.yaml --seed 7 --repeats 9 --resume night")
  }

  @Test("confirms one cell of those that the run had, not the plan’s others of that name")
  func confirms() {
    let cells = [cell("openai/gpt-4o-mini"), cell("openai/gpt-4.1-mini")]
    #expect(
      selected.confirming(cells[1], among: cells, repeats: 3)
        == "turnlab run night/plan.yaml --mode live --shard 2/8 --seed 8 --repeats 3 "
        + "--select 'stt=deepgram/*,network=none,llm=openai/gpt-4.1-mini' --out night-confirm-2")
    #expect(
      selected.confirming(cells[0], among: [cells[0]], repeats: 3).contains(
        " --select 'stt=deepgram/*,network=none' --out night-confirm-1"))
  }

  @Test("is taken from what the report says of the run")
  func fromReport() throws {
    var analysis = try MadeRun.withArms.analysis()
    analysis.report.run.selection = "stt=deepgram/nova-3"
    analysis.report.run.shard = .init(index: 1, count: 2)
    let again = GateSubject(folder: "run", analysis: analysis).again
    #expect(again.selection == "stt=deepgram/nova-3")
    #expect(again.options.suffix(2) == ["--shard", "1/2"])
  }
}
