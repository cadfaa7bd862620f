import Testing

@testable import LabTimeline

@Suite("The critical path of any trace")
struct CriticalPathPropertyTests {
  /// A multiplicative congruential generator (Knuth, MMIX): enough for shuffling facts about.
  struct Dice {
    var state: UInt64

    mutating func roll(_ sides: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(sides))
    }
  }

  /// A trace with any subset of facts, some twice, at any instants in any order; the two ends are always there.
  static func trace(_ dice: inout Dice) -> TurnTrace {
    var trace = TurnTrace()
    for kind in TurnEvent.Kind.allCases {
      for _ in 0..<dice.roll(3) {
        trace.record(kind, at: LabInstant(nanoseconds: Int64(dice.roll(2_000_000_000))))
      }
    }
    trace.record(.userSpeechEnded, at: LabInstant(nanoseconds: Int64(dice.roll(2_000_000_000))))
    trace.record(.firstAudibleSample, at: LabInstant(nanoseconds: Int64(dice.roll(2_000_000_000))))
    return trace
  }

  @Test("sums to voice to voice, whatever facts are there and in whatever order", arguments: 0..<20)
  func sums(seed: Int) throws {
    var dice = Dice(state: UInt64(seed))
    for _ in 0..<250 {
      let trace = Self.trace(&dice)
      let parts = try #require(CriticalPath.explain(trace))
      #expect(CriticalPathTests.total(parts) == CriticalPathTests.voiceToVoice(trace))
    }
  }

  @Test("leaves something to nobody exactly when a near-side fact is missing", arguments: 0..<10)
  func unattributed(seed: Int) throws {
    var dice = Dice(state: UInt64(seed) &+ 77)
    for _ in 0..<250 {
      let trace = Self.trace(&dice)
      let parts = try #require(CriticalPath.explain(trace))
      let steps =
        trace.count(.s2sReplyStarted) > 0 ? CriticalPath.speechToSpeechSteps : CriticalPath.steps
      let near = steps.filter { !$0.isFarSide }.map(\.end)
      let isComplete = near.allSatisfy { trace.count($0) > 0 }
      #expect(parts.contains { $0.owner == .unattributed } == !isComplete)
    }
  }

  @Test("sums to voice to voice with any one or two facts of a whole turn taken away")
  func pairs() throws {
    let kinds = ExampleTurn.steps.map(\.kind).dropLast()
    for first in kinds {
      for second in kinds {
        let trace = ExampleTurn.trace(without: [first, second])
        let parts = try #require(CriticalPath.explain(trace))
        #expect(CriticalPathTests.total(parts) == CriticalPathTests.voiceToVoice(trace))
      }
    }
  }
}
