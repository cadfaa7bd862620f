import LabRecord
import LabTimeline
import Testing

@testable import LabPipeline

@Suite("The trials of a reply")
struct InterruptionTrialsTests {
  private func at(_ milliseconds: Int64) -> LabInstant { LabInstant(nanoseconds: milliseconds * 1_000_000) }

  @Test("put a hold on the sound that caused it, and a yield on the hold that it confirms")
  func causes() throws {
    var trials = InterruptionTrials(hasEcho: true)
    trials.replyAudible(at: at(1000))
    trials.held(at: at(1500))
    trials.resumed(at: at(1800))
    trials.began(.speech, at: at(3000), ends: at(5000))
    trials.held(at: at(3100))
    #expect(trials.yielded(at: at(3900), silentSince: at(3100)) == .sound(.speech))
    trials.lost(words: 7)
    let all = trials.take()
    let taken = try #require(all)
    #expect(taken.map(\.kind) == [.echo, .sound(.speech)])
    #expect(taken[0].holds == [.init(from: at(1500), until: at(1800))])
    #expect(taken[0].yielded == nil)
    #expect(taken[1].holds == [.init(from: at(3100))])
    #expect(taken[1].silent == at(3100))
    #expect(taken[1].wordsLost == 7)
    let none = trials.take()
    #expect(none == nil)
  }

  @Test("blame the agent's own voice for what no sound explains")
  func echo() {
    var trials = InterruptionTrials(hasEcho: true)
    trials.replyAudible(at: at(1000))
    trials.began(.cough, at: at(2000), ends: at(2300))
    #expect(trials.yielded(at: at(3801), silentSince: at(3801)) == .echo)
  }
}
