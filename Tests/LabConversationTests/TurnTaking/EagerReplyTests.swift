import LabConversation
import LabTimeline
import Testing

@Suite("A reply that is asked for before the turn is over")
struct EagerReplyTests {
  private func script() -> ConversationScript {
    var script = ConversationScript { $0.enableEagerLLM = true }
    script.userStops()
    script.at(3300, .final("How big is it?"))
    return script
  }

  private func eager(_ script: ConversationScript) -> [ReplyID] {
    script.actions.compactMap { if case .requestEagerReply(let id, _, _) = $0 { id } else { nil } }
  }

  private func cancelled(_ script: ConversationScript) -> [ReplyID] {
    script.actions.compactMap { if case .cancelEagerReply(let id) = $0 { id } else { nil } }
  }

  private func asked(_ script: ConversationScript) -> [ReplyID] {
    script.actions.compactMap { if case .requestReply(let id, _, _, _) = $0 { id } else { nil } }
  }

  @Test("is not asked for unless the settings say so")
  func off() {
    var script = ConversationScript()
    script.turnCommits()
    #expect(eager(script).isEmpty)
  }

  @Test("is asked for after half of the pause, and taken up by the commit with the same number and prompt")
  func takenUp() throws {
    var script = script()
    script.wait(until: 3349)
    #expect(eager(script).isEmpty)
    script.wait(until: 3700)
    #expect(eager(script) == [ReplyID(0)] && asked(script) == [ReplyID(0)] && cancelled(script).isEmpty)
    let prompts = script.actions.compactMap { action in
      switch action {
      case .requestEagerReply(_, _, let messages), .requestReply(_, _, let messages, _): messages
      default: nil
      }
    }
    #expect(prompts.count == 2 && prompts[0] == prompts[1])
  }

  @Test("is abandoned when the caller goes on, and another one answers everything")
  func goesOn() {
    var script = script()
    script.at(3500, .speechStarted(confidence: 0.9))
    #expect(eager(script) == [ReplyID(0)] && cancelled(script) == [ReplyID(0)])
    script.at(4250, .speechEnded(located: .ms(4000)))
    script.at(4300, .final("And how old?"))
    script.wait(until: 4700)
    #expect(eager(script) == [ReplyID(0), ReplyID(1)])
    #expect(asked(script) == [ReplyID(1)] && script.requests == ["How big is it? And how old?"])
  }

  @Test("is abandoned when the transcript becomes another")
  func otherWords() {
    var script = ConversationScript { $0.enableEagerLLM = true }
    script.userSpeaks()
    script.at(2900, .partialTranscript("How big"))
    script.at(3250, .speechEnded(located: .ms(3000)))
    script.wait(until: 3360)
    #expect(eager(script) == [ReplyID(0)])
    script.at(3400, .final("How big is it?"))
    #expect(cancelled(script) == [ReplyID(0)])
    script.wait(until: 3700)
    #expect(asked(script) == [ReplyID(1)])
  }

  @Test(
    "is asked for when the service holds an end of turn likely, and abandoned when it thinks better of it")
  func provider() {
    var script = ConversationScript { $0.enableEagerLLM = true }
    script.userSpeaks()
    script.at(2900, .partialTranscript("How big is it?"))
    script.at(3050, .providerEagerEndOfTurn)
    #expect(eager(script) == [ReplyID(0)])
    script.at(3100, .providerTurnResumed)
    #expect(cancelled(script) == [ReplyID(0)])
  }

  @Test("is abandoned when the conversation ends")
  func ends() {
    var script = script()
    script.wait(until: 3400)
    script.at(3450, .end)
    #expect(cancelled(script) == [ReplyID(0)])
  }
}
