import LabAnalysis
import LabRecord
import LabStatistics
import LabTimeline
import Testing

@testable import AnalysisSupport

@Suite("Pairing of turns")
struct TurnPairingTests {
  private func match(_ baseline: MadeRun, _ candidate: MadeRun) throws -> CellMatch {
    var (baseline, candidate) = (baseline, candidate)
    baseline.name = "A"
    candidate.name = "B"
    let matching = try CellMatching.matching(
      baseline: .init(baseline.compared), candidate: .init(candidate.compared))
    return try #require(matching.matches.first)
  }

  @Test("The arms of a run are paired by conversation, iteration and turn")
  func pairsArms() throws {
    let matching = try CellMatching.arms(of: .init(MadeRun.withArms.compared))
    let match = try #require(matching.matches.first)
    #expect(match.design == .arms)
    let pairing = try TurnPairing(match)
    #expect(pairing.pairs.count == 48)
    #expect(pairing.unpaired == [])
    #expect(Set(pairing.pairs.map(\.conversation)) == Set(0..<12))
    for pair in pairing.pairs {
      #expect(pair.baseline.conversation.cell == 0)
      #expect(pair.candidate.conversation.cell == 1)
      #expect(pair.baseline.conversation.name == pair.candidate.conversation.name)
      #expect(pair.baseline.conversation.iteration == pair.candidate.conversation.iteration)
      #expect(pair.baseline.turn == pair.candidate.turn)
      #expect(pair.baseline.voiceToVoice == pair.candidate.voiceToVoice)
    }
  }

  @Test("First and later turns are paired apart", arguments: [(TurnSelection.first, 12), (.later, 36)])
  func selectsTurns(selection: TurnSelection, count: Int) throws {
    let pairing = try TurnPairing(match(MadeRun(), MadeRun()), turns: selection)
    #expect(pairing.pairs.count == count)
    #expect(pairing.pairs.allSatisfy { selection.contains($0.candidate.turn) })
    #expect(pairing.unpaired == [])
  }

  @Test("Warm-ups stay out on both sides, and a turn that lost its counterpart to one says so")
  func leavesOutWarmups() throws {
    var baseline = MadeRun()
    baseline.warmup = 1
    var candidate = MadeRun()
    candidate.iterations = 4
    let pairing = try TurnPairing(match(baseline, candidate))
    #expect(pairing.pairs.count == 48)
    #expect(pairing.pairs.allSatisfy { !$0.baseline.conversation.isWarmup })
    #expect(pairing.unpaired.count == 4)
    #expect(
      pairing.unpaired.allSatisfy { $0.side == .candidate && $0.reason == .warmupThere && $0.turns == 4 })
  }

  @Test("What is on one side only is left out with the reason")
  func namesWhatIsUnpaired() throws {
    var baseline = MadeRun()
    baseline.conversations = ["algebra", "biology", "drama"]
    baseline.isCutOff = { $0.name == "biology" && $0.iteration == 1 }
    var candidate = MadeRun()
    candidate.conversations = ["algebra", "biology", "chemistry"]
    candidate.turns = 5
    let pairing = try TurnPairing(match(baseline, candidate))
    #expect(pairing.pairs.count == 5 * 4)
    #expect(
      UnpairedTurns.sentences(pairing.unpaired) == [
        "15 turns of 3 conversations of the candidate are left out: the baseline has no such conversation.",
        "5 turns of 1 conversation of the candidate are left out: the baseline was cut off in the conversation.",
        "5 turns of 5 conversations of the candidate are left out: the baseline had fewer turns in the conversation.",
        "12 turns of 3 conversations of the baseline are left out: the candidate has no such conversation.",
      ])
  }

  @Test("A turn that answers another utterance than its counterpart is no pair")
  func leavesOutOtherUtterances() throws {
    var candidate = MadeRun()
    candidate.change = { if $0.number == 3 { $0.words = 9 } }
    let pairing = try TurnPairing(match(MadeRun(), candidate))
    #expect(pairing.pairs.count == 36)
    #expect(
      UnpairedTurns.sentences(pairing.unpaired).first
        == "12 turns of 12 conversations of the candidate are left out: "
        + "the baseline answered another utterance in the turn of that number.")
  }

  @Test("Runs in different modes are refused")
  func refusesOtherModes() throws {
    var candidate = MadeRun()
    candidate.mode = .loopback
    #expect {
      try TurnPairing(match(MadeRun(), candidate))
    } throws: { error in
      let error = error as? AnalysisError
      return error?.code == .notComparable
        && error?.message
          == "“A” was measured in mode offline and “B” in mode loopback: a difference would be that of the modes."
    }
  }

  @Test("Runs without a conversation in common are refused, with the names of both")
  func refusesOtherConversations() throws {
    var candidate = MadeRun()
    candidate.conversations = ["music", "latin"]
    #expect {
      try TurnPairing(match(MadeRun(), candidate))
    } throws: { error in
      (error as? AnalysisError)?.message
        == "The conversations differ: “A” had “algebra”, “biology”, “chemistry” and 1 more, "
        + "“B” had “latin”, “music”."
    }
  }

  @Test("Runs whose conversations share only their names are refused")
  func refusesOtherCorpora() throws {
    var candidate = MadeRun()
    candidate.change = { $0.words = 8 }
    #expect {
      try TurnPairing(match(MadeRun(), candidate))
    } throws: { error in
      (error as? AnalysisError)?.message
        == "The corpora differ: in 48 of 48 turns of the same conversation and number the caller says "
        + "something else in “A” than in “B”."
    }
  }

  @Test("A pairing without pairs is refused, with the reasons")
  func refusesNothing() throws {
    var candidate = MadeRun()
    candidate.iterations = 2
    candidate.isCutOff = { $0.iteration == 0 }
    var baseline = MadeRun()
    baseline.iterations = 1
    #expect {
      try TurnPairing(match(baseline, candidate))
    } throws: { error in
      (error as? AnalysisError)?.message.hasPrefix(
        "No turn of “A” has a counterpart in “B”. 16 turns of 4 conversations of the candidate are left out: "
          + "the baseline has no such conversation.") == true
    }
  }

  @Test("A cell in which nothing counts is refused")
  func refusesEmptyCells() throws {
    var candidate = MadeRun()
    candidate.isCutOff = { _ in true }
    #expect {
      try TurnPairing(match(MadeRun(), candidate))
    } throws: { error in
      (error as? AnalysisError)?.message.hasSuffix("of “B” has no turn that counts.") == true
    }
  }
}

@Suite("Latencies of pairs")
struct PairedLatenciesOfTurnsTests {
  private func pairing(_ change: @escaping (inout MadeRun.Turn) -> Void) throws -> TurnPairing {
    var run = MadeRun.withArms
    run.change = change
    return try TurnPairing(try #require(CellMatching.arms(of: .init(run.compared)).matches.first))
  }

  @Test("Latencies are in milliseconds")
  func areInMilliseconds() throws {
    let pairing = try pairing { turn in
      turn.firstToken = turn.cell.arm == .baseline ? 500_000_000 : 505_000_000
      turn.connection = nil
    }
    let latencies = pairing.latencies(of: try #require(MetricCatalogue.metric("llm.ttft")))
    #expect(latencies.pairs.count == 48)
    #expect(latencies.pairs.allSatisfy { $0.baseline == 500 && $0.candidate == 505 })
  }

  @Test("A turn that failed or was missed keeps its pair, without a value")
  func keepsFailures() throws {
    let pairing = try pairing { turn in
      guard turn.number == 2, turn.conversation.iteration == 0 else { return }
      if turn.cell.arm == .candidate { turn.outcome = .failed(stage: .llm, reason: "overloaded") }
      if turn.cell.arm == .baseline, turn.conversation.name == "drama" {
        turn.outcome = .missed(reason: "silence")
      }
    }
    let measured = pairing.measure(MetricCatalogue.voiceToVoice)
    #expect(measured.latencies.pairs.count == 48)
    #expect(measured.latencies.pairs.count { $0.candidate == nil } == 4)
    #expect(measured.latencies.pairs.count { $0.baseline == nil } == 1)
    #expect(measured.complete.count == 44)
  }

  @Test("A metric that does not apply leaves the pair out, and says how many")
  func countsInapplicable() throws {
    let setup = try #require(MetricCatalogue.metric("net.llm_setup"))
    let pairing = try pairing { turn in
      if turn.cell.arm == .candidate, turn.conversation.name == "drama" { turn.connection = nil }
    }
    let measured = pairing.measure(setup)
    #expect(measured.latencies.pairs.count == 9)
    #expect(measured.onOneSideOnly == 3)
    #expect(measured.inapplicable == 36)
  }
}
