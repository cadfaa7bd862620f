import LabConversation
import LabTimeline
import Testing

@Suite("An interruption")
struct InterruptionTests {
  /// With the policy that needs no judge: the first confident frame decides.
  private func immediate(_ change: (inout SessionSettings) -> Void = { _ in }) -> ConversationScript {
    ConversationScript {
      $0.bargeInPolicy = .immediate
      change(&$0)
    }
  }

  @Test("stops the model, the synthesis and the sink at the instant of detection")
  func stops() {
    var script = immediate()
    script.replyIsHeard()
    #expect(
      script.at(5000, .speechStarted(confidence: 0.7)) == [
        .record(.bargeInDetected, turn: 0, at: .ms(5000)), .cancelReply(ReplyID(0)),
        .record(.ttsCancelled, turn: 0, at: .ms(5000)), .clearSpeech(ReplyID(0)),
        .clearPlayout(ReplyID(0)),
      ])
    #expect(script.state == .interrupted)
  }

  @Test("leaves a model alone that has finished writing")
  func textComplete() {
    var script = immediate()
    script.replyIsHeard()
    script.at(4600, .replyFinished(ReplyID(0)))
    #expect(!script.at(5000, .speechStarted(confidence: 0.9)).contains(.cancelReply(ReplyID(0))))
  }

  @Test("does not tell synthesis when that is off")
  func withoutClear() {
    var script = immediate { $0.ttsClearOnInterrupt = false }
    script.replyIsHeard()
    let actions = script.at(5000, .speechStarted(confidence: 0.9))
    #expect(!actions.contains(.clearSpeech(ReplyID(0))))
    #expect(actions.contains(.clearPlayout(ReplyID(0))))
    #expect(script.instants(of: .ttsCancelled).isEmpty)
  }

  @Test(
    "needs the larger of the two thresholds",
    arguments: [(0.7, 0.9), (0.9, 0.7), (0.9, 0.9)])
  func thresholds(bargeIn: Double, interruption: Double) {
    var script = immediate {
      $0.bargeInThreshold = bargeIn
      $0.interruptionVADThreshold = interruption
    }
    script.replyIsHeard()
    #expect(script.at(5000, .speechStarted(confidence: 0.89)).isEmpty)
    #expect(script.at(5032, .speechContinued(confidence: 0.8999)).isEmpty)
    script.at(5064, .speechContinued(confidence: 0.9))
    #expect(script.instants(of: .bargeInDetected) == [.ms(5064)])
  }

  @Test("does not happen when it is switched off", arguments: [true, false])
  func disabled(bargeIn: Bool) {
    var script = immediate {
      $0.enableBargeIn = bargeIn
      $0.enableInterruptions = !bargeIn
    }
    script.replyIsHeard()
    #expect(script.at(5000, .speechStarted(confidence: 1)).isEmpty)
    #expect(script.at(5032, .speechContinued(confidence: 1)).isEmpty)
    #expect(script.state == .aiSpeaking)
  }

  @Test("is not taken before the last one has cooled down, to the nanosecond")
  func cooldown() {
    var script = immediate {
      $0.interruptionCooldown = .seconds(5)
      $0.silenceThreshold = .milliseconds(300)
    }
    script.replyIsHeard()
    script.at(5000, .speechStarted(confidence: 0.9))
    script.at(5020, .playoutSilent(ReplyID(0), heard: .nothing))
    script.at(6000, .speechEnded(located: .ms(5900)))
    script.at(6100, .final("Stop."))
    script.wait(until: 6300)
    script.at(6500, .replyToken(ReplyID(1), "Very well, I stop here. Now what?"))
    script.at(7000, .playoutStarted(ReplyID(1)))
    script.at(9999, .speechStarted(confidence: 0.9))
    #expect(script.state == .aiSpeaking)
    script.at(10_000, .speechContinued(confidence: 0.9))
    #expect(script.state == .interrupted)
    #expect(script.instants(of: .bargeInDetected) == [.ms(5000), .ms(10_000)])
  }

  @Test("ends the turn when the sink is silent and begins the caller's, from when it was detected")
  func nextTurn() {
    var script = immediate()
    script.replyIsHeard()
    script.at(5000, .speechStarted(confidence: 0.9))
    let actions = script.at(5020, .playoutSilent(ReplyID(0), heard: .nothing))
    #expect(actions.first == .record(.playoutSilent, turn: 0, at: .ms(5020)))
    #expect(actions.contains(.endTurn(0, .interrupted)))
    #expect(
      actions.suffix(3) == [
        .beginTurn(1), .record(.speechDetected, turn: 1, at: .ms(5000)),
        .startTimer(.maximumTurn, after: .seconds(120)),
      ])
    #expect(script.state == .userSpeaking)
  }

  @Test("whose speaker stopped before the sink did is counted from where they stopped")
  func shortInterruption() {
    var script = immediate()
    script.replyIsHeard()
    script.at(5000, .speechStarted(confidence: 0.9))
    script.at(5400, .speechEnded(located: .ms(5200)))
    script.at(5410, .final("Stop!"))
    script.at(5450, .playoutSilent(ReplyID(0), heard: .nothing))
    script.wait(until: 10_000)
    #expect(script.instants(of: .endpointReached) == [.ms(3700), .ms(5900)])
    #expect(script.requests == ["How big is it?", "Stop!"])
  }

  @Test("leaves in the context what the caller could hear, whole words only")
  func heard() {
    var script = immediate()
    script.replyIsHeard("It is quite big. And it keeps growing every day. ")
    script.at(4600, .replyFinished(ReplyID(0)))
    #expect(script.spoken == ["It is quite big.", "And it keeps growing every day."])
    script.at(5000, .speechStarted(confidence: 0.9))
    // Half of the second chunk's six words.
    script.at(5000, .playoutSilent(ReplyID(0), heard: HeardReply(wholeChunks: 1, fractionOfNext: 0.5)))
    #expect(
      script.machine.context.messages().last
        == PromptMessage(.assistant, "It is quite big. And it keeps \(ContextWindow.interruptionMark)"))
  }

  @Test("leaves nothing in the context when nothing was heard")
  func nothingHeard() {
    var script = immediate()
    script.replyIsHeard()
    script.at(5000, .speechStarted(confidence: 0.9))
    script.at(5000, .playoutSilent(ReplyID(0), heard: .nothing))
    #expect(script.machine.context.messages().last == PromptMessage(.user, "How big is it?"))
  }

  @Test("waits for a verdict with the selective policy, but not where the service that speaks decides")
  func selective() {
    var script = ConversationScript()
    script.replyIsHeard()
    #expect(script.at(5000, .speechStarted(confidence: 1)).isEmpty)
    #expect(script.state == .aiSpeaking)

    var service = ConversationScript()
    service.at(1000, .speechStarted(confidence: 1))
    service.at(2000, .turnTaken(located: .ms(1900)))
    service.at(3000, .playoutStarted(ReplyID(0)))
    #expect(service.state == .aiSpeaking)
    #expect(service.at(4000, .speechStarted(confidence: 1)).contains(.clearPlayout(ReplyID(0))))
  }
}
