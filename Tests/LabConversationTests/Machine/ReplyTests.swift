import LabConversation
import LabTimeline
import Testing

@Suite("A reply")
struct ReplyTests {
  static let answer = "The area is quite large. Now think of a circle. Good."

  static func chunk(_ index: Int) -> ChunkID { ChunkID(reply: ReplyID(0), index: index) }

  @Test("is asked for with the whole conversation, and waited for no longer than its time-out")
  func request() {
    var script = ConversationScript()
    script.turnCommits("How big is it?")
    #expect(
      script.actions.suffix(2) == [
        .requestReply(
          ReplyID(0), turn: 0,
          messages: [PromptMessage(.system, "Be brief."), PromptMessage(.user, "How big is it?")],
          transcript: "How big is it?"), .startTimer(.reply, after: .seconds(15)),
      ])
  }

  @Test("is spoken chunk by chunk while it is written")
  func eager() {
    var script = ConversationScript()
    script.turnCommits()
    #expect(script.at(4000, .replyToken(ReplyID(0), "The area is quite")).isEmpty)
    #expect(
      script.at(4100, .replyToken(ReplyID(0), " large. Now think")) == [
        .record(.llmFirstSentence, turn: 0, at: .ms(4100)), .speak(Self.chunk(0), "The area is quite large."),
      ])
    #expect(
      script.at(4200, .replyToken(ReplyID(0), " of a circle. Good."))
        == [.speak(Self.chunk(1), "Now think of a circle.")])
    #expect(
      script.at(4300, .replyFinished(ReplyID(0))) == [
        .record(.llmDone, turn: 0, at: .ms(4300)), .speak(Self.chunk(2), "Good."),
        .finishSpeaking(ReplyID(0)),
      ])
  }

  @Test("is spoken as a whole at its end when synthesis is not eager")
  func whole() {
    var script = ConversationScript { $0.enableEagerTTS = false }
    script.turnCommits()
    #expect(script.at(4000, .replyToken(ReplyID(0), " " + Self.answer + "\n")).isEmpty)
    #expect(
      script.at(4300, .replyFinished(ReplyID(0))) == [
        .record(.llmDone, turn: 0, at: .ms(4300)), .record(.llmFirstSentence, turn: 0, at: .ms(4300)),
        .speak(Self.chunk(0), Self.answer), .finishSpeaking(ReplyID(0)),
      ])
  }

  @Test("stands in the context as it was written once it was heard to its end")
  func completed() {
    var script = ConversationScript()
    script.replyIsHeard(Self.answer)
    script.at(4600, .replyFinished(ReplyID(0)))
    script.at(9000, .playoutFinished(ReplyID(0)))
    #expect(script.outcomes == [.completed])
    #expect(script.state == .idle)
    #expect(script.machine.context.messages().last == PromptMessage(.assistant, Self.answer))
    #expect(script.timers.keys.map { $0 } == [.session])
  }

  @Test("yields the floor to a caller who speaks over its last words without interrupting")
  func yields() {
    var script = ConversationScript { $0.enableInterruptions = false }
    script.replyIsHeard()
    script.at(4600, .replyFinished(ReplyID(0)))
    script.at(8900, .speechStarted(confidence: 1))
    script.at(9000, .playoutFinished(ReplyID(0)))
    #expect(script.outcomes == [.completed])
    #expect(script.state == .userSpeaking)
    #expect(script.instants(of: .speechDetected) == [.ms(1000), .ms(9000)])
  }

  @Test("that is empty fails the turn", arguments: ["", "  \n "], [true, false])
  func empty(text: String, eager: Bool) {
    var script = ConversationScript { $0.enableEagerTTS = eager }
    script.turnCommits()
    script.at(4000, .replyToken(ReplyID(0), text))
    script.at(4100, .replyFinished(ReplyID(0)))
    #expect(script.outcomes == [.failed(stage: .llm, reason: "empty_reply")])
    #expect(script.state == .idle)
  }

  @Test("that is not audible in time fails the turn")
  func timeout() {
    var script = ConversationScript { $0.replyTimeout = .seconds(3) }
    script.turnCommits()
    script.wait(until: 6699)
    #expect(script.outcomes.isEmpty)
    script.wait(until: 6700)
    #expect(script.outcomes == [.failed(stage: .llm, reason: "timed_out")])
    #expect(script.actions.contains(.cancelReply(ReplyID(0))))
  }

  @Test("that is audible is never timed out")
  func audible() {
    var script = ConversationScript { $0.replyTimeout = .seconds(3) }
    script.replyIsHeard()
    script.wait(until: 60_000)
    #expect(script.state == .aiSpeaking)
  }

  @Test("of a turn that is over is dropped, and counted as stale")
  func stale() {
    var script = ConversationScript()
    script.replyIsHeard()
    script.at(9000, .playoutFinished(ReplyID(0)))
    #expect(script.at(9100, .replyToken(ReplyID(0), "More.")) == [.dropStaleAnswer])
    #expect(script.at(9100, .playoutFinished(ReplyID(0))) == [.dropStaleAnswer])
    #expect(script.at(9100, .replyToken(ReplyID(7), "Unknown.")) == [.dropStaleAnswer])
  }
}

@Suite("A failed stage")
struct StageFailureTests {
  @Test("of speech to text ends a turn that listens, and the session goes on", arguments: [3250, 3800])
  func speechToText(milliseconds: Int64) {
    var script = ConversationScript()
    script.userStops()
    script.at(milliseconds, .stageFailed(.stt, reason: "lost", reply: nil))
    #expect(script.outcomes == [.failed(stage: .stt, reason: "lost")])
    #expect(script.state == .idle)
    script.at(9000, .speechStarted(confidence: 0.9))
    #expect(script.machine.turn == 1)
  }

  @Test("of speech to text does not hurt a turn whose transcript is there")
  func tooLateToHurt() {
    var script = ConversationScript()
    script.turnCommits()
    #expect(script.at(3800, .stageFailed(.stt, reason: "lost", reply: nil)).isEmpty)
    #expect(script.state == .aiThinking)
  }

  @Test("of the model or the synthesis ends the turn that asked", arguments: [Stage.llm, .tts])
  func reply(stage: Stage) {
    for isHeard in [false, true] {
      var script = ConversationScript()
      isHeard ? script.replyIsHeard() : script.turnCommits()
      script.at(5000, .stageFailed(stage, reason: "http_500", reply: ReplyID(0)))
      #expect(script.outcomes == [.failed(stage: stage, reason: "http_500")])
      #expect(script.actions.contains(.cancelReply(ReplyID(0))))
      #expect(script.actions.contains(.clearPlayout(ReplyID(0))) == isHeard)
      #expect(script.state == .idle)
    }
  }

  @Test("of another reply is nobody's")
  func otherReply() {
    var script = ConversationScript()
    script.replyIsHeard()
    #expect(script.at(5000, .stageFailed(.llm, reason: "lost", reply: ReplyID(5))).isEmpty)
    #expect(script.at(5000, .stageFailed(.tts, reason: "lost", reply: nil)).isEmpty)
    #expect(script.state == .aiSpeaking)
  }

  @Test("costs the caller who is speaking that turn, and the next begins when they speak again")
  func speaking() {
    var script = ConversationScript()
    script.userSpeaks()
    script.at(2000, .stageFailed(.stt, reason: "lost", reply: nil))
    #expect(script.state == .idle, "one failure is one failed turn, however long the caller goes on")
    script.at(2500, .speechEnded(located: .ms(2400)))
    script.at(4000, .speechStarted(confidence: 1))
    #expect(script.state == .userSpeaking)
    #expect(script.machine.turn == 1)
    #expect(script.instants(of: .speechDetected) == [.ms(1000), .ms(4000)])
  }
}
