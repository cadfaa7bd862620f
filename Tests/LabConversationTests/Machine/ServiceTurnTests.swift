import LabConversation
import LabTimeline
import Testing

@Suite("A conversation with a service that hears and speaks")
struct ServiceTurnTests {
  /// The caller speaks from 1 s; the service ends the turn at 3.5 s, and its reply is audible at 4.5 s.
  private func replying() -> ConversationScript {
    var script = ConversationScript()
    script.userSpeaks()
    script.at(3500, .turnTaken(located: .ms(3000)))
    script.at(4000, .replyToken(ReplyID(0), "It is quite big. "))
    script.at(4500, .playoutStarted(ReplyID(0)))
    return script
  }

  @Test("commits the turn when the service ends it, and asks nobody for anything")
  func commits() {
    var script = replying()
    #expect(script.instants(of: .speechEndLocated) == [.ms(3000)])
    for kind in [TurnEvent.Kind.speechEndDetected, .endpointReached, .turnCommitted] {
      #expect(script.instants(of: kind) == [.ms(3500)])
    }
    #expect(script.instant(of: .awaitReply(ReplyID(0), turn: 0)) == .ms(3500))
    #expect(script.state == .aiSpeaking)
    script.at(5000, .replyFinished(ReplyID(0)))
    #expect(script.instant(of: .finishSpeaking(ReplyID(0))) == .ms(5000))
    script.at(6000, .playoutFinished(ReplyID(0)))
    #expect(script.outcomes == [.completed])
    #expect(script.requests.isEmpty && script.spoken.isEmpty)
    #expect(!script.actions.contains(.finalizeTranscript(turn: 0)))
  }

  @Test("stops the sink when the caller interrupts, and begins their turn")
  func interruption() {
    var script = replying()
    let actions = script.at(5000, .speechStarted(confidence: 1))
    #expect(actions.contains(.clearPlayout(ReplyID(0))))
    script.at(5000, .playoutSilent(ReplyID(0), heard: .nothing))
    #expect(script.outcomes == [.interrupted])
    #expect(script.state == .userSpeaking)
    script.at(7000, .turnTaken(located: nil))
    #expect(script.instant(of: .awaitReply(ReplyID(1), turn: 1)) == .ms(7000))
  }

  @Test("takes the turn back when the caller goes on before anything was audible")
  func reopened() {
    var script = ConversationScript()
    script.userSpeaks()
    script.at(3500, .turnTaken(located: .ms(3000)))
    let actions = script.at(3700, .speechStarted(confidence: 1))
    #expect(actions.contains(.clearPlayout(ReplyID(0))))
    #expect(actions.contains(.forgetReply(turn: 0)))
    script.at(5000, .turnTaken(located: .ms(4500)))
    #expect(script.instant(of: .awaitReply(ReplyID(1), turn: 0)) == .ms(5000))
  }

  @Test("fails the turn when no reply comes in time, or the service is lost")
  func failures() {
    var silent = ConversationScript()
    silent.userSpeaks()
    silent.at(3500, .turnTaken(located: nil))
    silent.wait(until: 3500 + 15_000)
    #expect(silent.outcomes == [.failed(stage: .s2s, reason: "timed_out")])
    var lost = ConversationScript()
    lost.userSpeaks()
    lost.at(2000, .stageFailed(.s2s, reason: "lost", reply: nil))
    #expect(lost.outcomes == [.failed(stage: .s2s, reason: "lost")])
  }
}
