import LabTimeline
import Testing

@testable import LabRunner

@Suite("Whether words come in time")
struct WordTimingTests {
  private func utterance(_ timing: inout WordTiming, of milliseconds: Int64, word: String?) {
    timing.speechStarted(at: .origin)
    if let word { timing.heard(word) }
    timing.speechEnded(at: LabInstant(nanoseconds: milliseconds * 1_000_000))
  }

  @Test("is taken for granted until an utterance that was long enough went by without a word")
  func late() {
    var timing = WordTiming()
    #expect(timing.comeInTime)
    utterance(&timing, of: 700, word: nil)
    #expect(timing.comeInTime)
    utterance(&timing, of: 900, word: "")
    #expect(!timing.comeInTime)
    timing.heard("too late")
    #expect(!timing.comeInTime)
  }

  @Test("is what most utterances say")
  func most() {
    var timing = WordTiming()
    utterance(&timing, of: 900, word: nil)
    utterance(&timing, of: 500, word: "stop")
    #expect(timing.comeInTime)
    utterance(&timing, of: 900, word: nil)
    #expect(!timing.comeInTime)
    utterance(&timing, of: 900, word: "stop it")
    #expect(timing.comeInTime)
  }
}
