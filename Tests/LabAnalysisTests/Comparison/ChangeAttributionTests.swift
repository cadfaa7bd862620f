import LabAnalysis
import LabRecord
import LabTimeline
import Testing

@testable import AnalysisSupport

@Suite("Attribution of a change")
struct ChangeAttributionTests {
  private func pairs(_ change: @escaping (inout MadeRun.Turn) -> Void) throws -> [PairedTurn] {
    var run = MadeRun.withArms
    run.change = { turn in if turn.cell.arm == .candidate { change(&turn) } }
    let match = try #require(try CellMatching.arms(of: .init(run.compared)).matches.first)
    return try TurnPairing(match).pairs
  }

  @Test("A planted change of one stage by 1 % is found, named and exact")
  func findsPlantedChange() throws {
    let attribution = try #require(
      ChangeAttribution(
        pairs { $0.firstToken = Int64((Double($0.firstToken) * 1.01).rounded()) }))
    let stage = try #require(attribution.stages.first)
    #expect(stage.name == "llm.first_token")
    #expect(stage.owner == .llm)
    #expect(stage.share == 1)
    #expect(stage.movement.moved == 48)
    #expect(stage.isExact)
    #expect(abs(try #require(stage.movement.uniformChange) - 0.01) < 1e-8)
    #expect(attribution.leading == [stage])
    #expect(attribution.stages.dropFirst().allSatisfy { $0.movement.moved == 0 && $0.share == 0 })
  }

  @Test("The changes of the parts sum to the change of voice to voice, to the nanosecond")
  func sumsExactly() throws {
    let pairs = try pairs { turn in
      turn.firstToken += 12_345_678
      turn.firstByte -= 2_222_222
      turn.transcript = turn.transcript * 9 / 10
      if turn.conversation.name == "drama" { turn.connection = nil }
    }
    let attribution = try #require(ChangeAttribution(pairs))
    let whole = pairs.reduce(Int64(0)) { sum, pair in
      sum + (pair.candidate.voiceToVoice?.nanoseconds ?? 0) - (pair.baseline.voiceToVoice?.nanoseconds ?? 0)
    }
    #expect(whole != 0)
    #expect(attribution.totalNanoseconds == whole)
    #expect(attribution.stages.reduce(0) { $0 + $1.totalNanoseconds } == whole)
    let sizes = attribution.stages.map(\.totalNanoseconds.magnitude)
    #expect(sizes == sizes.sorted(by: >))
    #expect(attribution.stages[0].name == "llm.first_token")
  }

  @Test("A part that is there on one side only moved by its whole length")
  func countsAbsentParts() throws {
    let pairs = try pairs { $0.connection = nil }
    let attribution = try #require(ChangeAttribution(pairs))
    let stage = try #require(attribution.stages.first)
    #expect(stage.name == "llm.connect")
    #expect(stage.owner == .network)
    #expect(stage.movement.faster == 12)
    #expect(stage.share == 1)
    #expect(stage.medianMilliseconds == 0)
  }

  @Test("Turns without a latency on both sides do not count")
  func skipsLostTurns() throws {
    let pairs = try pairs { turn in
      turn.firstByte += 1_000_000
      if turn.number == 0 { turn.outcome = .failed(stage: .llm, reason: "overloaded") }
    }
    let attribution = try #require(ChangeAttribution(pairs))
    #expect(attribution.pairs == 36)
    #expect(attribution.meanMilliseconds == 1)
    #expect(ChangeAttribution(pairs.filter { $0.candidate.turn == 0 }) == nil)
  }
}
