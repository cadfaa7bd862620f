import LabStatistics
import Testing

@testable import LabStudies

@Suite("Planted delays")
struct PlantedDelaysTests {
  @Test(
    "let no two sums of a cell's stages coincide, whatever the seed", arguments: [1, 2, 3, 77] as [UInt64])
  func sumsDiffer(seed: UInt64) {
    let delays = PlantedDelays(seed: seed, isQuick: false)
    #expect(delays.cells.count == 36)
    for cell in delays.cells { #expect(PlantedDelays.hasDistinctSums(cell)) }
    #expect(delays == PlantedDelays(seed: seed, isQuick: false))
  }

  @Test("are refused when one stage takes as long as two others")
  func coincidence() throws {
    var cell = try #require(PlantedDelays(seed: 1, isQuick: true).cells.first)
    cell.model.firstToken = cell.recogniser.interim + cell.synthesiser.firstAudio + 9999
    #expect(!PlantedDelays.hasDistinctSums(cell))
    cell.model.firstToken += 1_000_000
    #expect(PlantedDelays.hasDistinctSums(cell))
  }

  @Test("are other ones for another seed")
  func seeds() {
    #expect(PlantedDelays(seed: 1, isQuick: true) != PlantedDelays(seed: 2, isQuick: true))
  }

  @Test("stand in the plan to the nanosecond")
  func text() {
    #expect(CalibrationPlan.milliseconds(187_654_321) == "187.654321")
    #expect(CalibrationPlan.milliseconds(20_000_001) == "20.000001")
    let plan = CalibrationPlan(seed: 1, isQuick: true)
    let yaml = plan.yaml(corpus: "/a \"b\"", networks: ["none", "steady"], repeats: 3)
    #expect(yaml.contains("corpus: \"/a \\\"b\\\"\"\n"))
    #expect(yaml.contains("    final: { fixed: { ms: 187.654321 } }\n"))
    #expect(yaml.contains("repeats: 3\n"))
  }
}
