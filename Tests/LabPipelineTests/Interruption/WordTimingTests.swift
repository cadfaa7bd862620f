import LabTimeline
import Testing

@testable import LabPipeline

@Suite("Whether words come in time")
struct WordTimingTests {
  private func turn(_ timing: inout WordTiming, words delays: Int64...) {
    timing.turnBegan(at: LabInstant(nanoseconds: 5_000_000_000))
    for delay in delays {
      timing.heard("word", at: LabInstant(nanoseconds: 5_000_000_000 + delay * 1_000_000))
    }
  }

  @Test("is taken for granted until a turn's first words came late, and what follows them does not count")
  func late() {
    var timing = WordTiming()
    #expect(timing.comeInTime)
    timing.turnBegan(at: .origin)
    timing.heard("", at: .origin)
    turn(&timing, words: 1001, 1002)
    #expect(!timing.comeInTime)
    timing.heard("of no turn", at: .origin)
    #expect(!timing.comeInTime)
  }

  @Test("is what most turns say, and no when they are equal")
  func most() {
    var timing = WordTiming()
    turn(&timing, words: 1001)
    turn(&timing, words: 1000, 3000)
    #expect(!timing.comeInTime)
    turn(&timing, words: 300)
    #expect(timing.comeInTime)
    turn(&timing, words: 2000)
    #expect(!timing.comeInTime)
  }
}
