import LabConversation
import LabTimeline
import Testing

@Suite("A caller who goes on")
struct ContinuationTests {
  @Test("before the commit keeps the turn, with everything that was understood")
  func beforeCommit() {
    var script = ConversationScript()
    script.userStops()
    script.wait(until: 3800)
    #expect(script.state == .processingUserUtterance)
    script.at(3900, .speechStarted(confidence: 0.8))
    #expect(script.state == .userSpeaking)
    script.at(3950, .final("The area"))
    script.at(6250, .speechEnded(located: .ms(6000)))
    script.at(6300, .final("of a circle"))
    script.wait(until: 6700)
    #expect(script.requests == ["The area of a circle"])
    #expect(script.actions.filter { if case .beginTurn = $0 { true } else { false } }.count == 1)
    #expect(script.timers[.transcript] == nil)
  }

  @Test("after the commit and before anything was audible takes the turn back")
  func reopened() {
    var script = ConversationScript()
    script.turnCommits("The area")
    script.at(4000, .replyToken(ReplyID(0), "Which area do you mean? I know many."))
    let actions = script.at(4200, .speechStarted(confidence: 0.2))
    #expect(
      actions == [
        .record(.turnReopened, turn: 0, at: .ms(4200)), .cancelReply(ReplyID(0)), .clearSpeech(ReplyID(0)),
        .clearPlayout(ReplyID(0)), .cancelTimer(.reply), .forgetReply(turn: 0),
        .startTimer(.maximumTurn, after: .seconds(120)),
      ])
    #expect(script.state == .userSpeaking)
    #expect(script.machine.context.messages() == [PromptMessage(.system, "Be brief.")])
  }

  @Test("is answered by a second reply to everything that was said")
  func secondCommit() {
    var script = ConversationScript()
    script.turnCommits("The area")
    script.at(4200, .speechStarted(confidence: 0.9))
    script.at(6250, .speechEnded(located: .ms(6000)))
    #expect(script.instant(of: .finalizeTranscript(turn: 0)) == .ms(3250))
    script.at(6400, .final("of a circle"))
    script.wait(until: 6700)
    #expect(script.requests == ["The area", "The area of a circle"])
    #expect(script.instants(of: .turnCommitted) == [.ms(3700), .ms(6700)])
    #expect(
      script.machine.context.messages().map(\.content) == ["Be brief.", "The area of a circle"])
    #expect(script.outcomes.isEmpty)
  }

  @Test("gets no second hearing when interruptions are off: the reply is kept")
  func withoutInterruptions() {
    var script = ConversationScript { $0.enableInterruptions = false }
    script.turnCommits()
    #expect(script.at(4200, .speechStarted(confidence: 1)).isEmpty)
    #expect(script.state == .aiThinking)
  }

  @Test("does not see the first reply again: what still arrives for it is dropped")
  func stale() {
    var script = ConversationScript()
    script.turnCommits()
    script.at(4200, .speechStarted(confidence: 0.9))
    #expect(script.at(4300, .replyToken(ReplyID(0), "Late. ")) == [.dropStaleAnswer])
    #expect(script.at(4310, .replyFinished(ReplyID(0))) == [.dropStaleAnswer])
    #expect(script.at(4320, .playoutStarted(ReplyID(0))) == [.dropStaleAnswer])
    #expect(script.at(4330, .stageFailed(.tts, reason: "lost", reply: ReplyID(0))).isEmpty)
    #expect(script.state == .userSpeaking)
  }
}
