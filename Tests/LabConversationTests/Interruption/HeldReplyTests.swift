import LabConversation
import LabTimeline
import Testing

@Suite("A held reply")
struct HeldReplyTests {
  @Test("goes on when the interruption was none, and what was heard is forgotten")
  func dismissed() {
    var script = ConversationScript()
    script.replyIsHeard()
    #expect(script.at(5000, .speechStarted(confidence: 1)).isEmpty)
    #expect(script.at(5000, .interruptionSuspected(began: .ms(5000))) == [.holdPlayout(ReplyID(0))])
    script.at(5200, .partialTranscript("mhm"))
    #expect(script.at(5600, .interruptionDismissed) == [.resumePlayout(ReplyID(0))])
    #expect(script.state == .aiSpeaking)
    #expect(script.at(5700, .interruptionDismissed).isEmpty)
  }

  @Test("ends when it was one, and the words said meanwhile are in the caller's turn")
  func confirmed() {
    var script = ConversationScript { $0.silenceThreshold = .milliseconds(300) }
    script.replyIsHeard()
    script.at(5000, .speechStarted(confidence: 1))
    script.at(5000, .interruptionSuspected(began: .ms(5000)))
    script.at(5300, .finalTranscript("Wait,", answersFinalize: false, endsUtterance: false))
    #expect(script.at(5400, .interruptionConfirmed).contains(.clearPlayout(ReplyID(0))))
    script.at(5400, .playoutSilent(ReplyID(0), heard: .nothing))
    script.at(6000, .speechEnded(located: .ms(5900)))
    script.at(6100, .final("what is that?"))
    script.wait(until: 6300)
    #expect(script.requests == ["How big is it?", "Wait, what is that?"])
  }
}
