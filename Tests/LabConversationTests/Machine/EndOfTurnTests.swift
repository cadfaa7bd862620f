import LabConversation
import LabTimeline
import Testing

@Suite("The end of a turn")
struct EndOfTurnTests {
  @Test("begins with the first sound: the detector's instant, and a timer for the longest turn")
  func begin() {
    var script = ConversationScript()
    script.at(0, .start)
    #expect(
      script.at(1000, .speechStarted(confidence: 0.9)) == [
        .beginTurn(0), .record(.speechDetected, turn: 0, at: .ms(1000)),
        .startTimer(.maximumTurn, after: .seconds(120)),
      ])
  }

  @Test("comes after the silence, counted from where speech ended and not from when that was noticed")
  func silence() {
    var script = ConversationScript()
    script.userStops()
    #expect(script.instants(of: .speechEndLocated) == [.ms(3000)])
    #expect(script.instants(of: .speechEndDetected) == [.ms(3250)])
    script.wait(until: 10_000)
    #expect(script.instants(of: .endpointReached) == [.ms(3700)])
  }

  @Test("comes at once when the detector noticed later than the whole silence")
  func lateNotice() {
    var script = ConversationScript { $0.silenceThreshold = .milliseconds(100) }
    script.userStops()
    script.wait(until: 3250)
    #expect(script.instants(of: .endpointReached) == [.ms(3250)])
  }

  @Test("waits for the shortest turn")
  func minimum() {
    var script = ConversationScript { $0.silenceThreshold = .milliseconds(100) }
    script.at(0, .start)
    script.at(1000, .speechStarted(confidence: 0.9))
    script.at(1250, .speechEnded(located: .ms(1150)))
    script.wait(until: 5000)
    #expect(script.instants(of: .endpointReached) == [.ms(1500)])
  }

  @Test("comes after the longest turn although the caller still speaks, and asks for the transcript")
  func maximum() {
    var script = ConversationScript { $0.maxTurnDuration = .seconds(10) }
    script.userSpeaks()
    script.wait(until: 11_000)
    #expect(script.instants(of: .endpointReached) == [.ms(11_000)])
    #expect(script.state == .processingUserUtterance)
    #expect(script.instant(of: .finalizeTranscript(turn: 0)) == .ms(11_000))
    script.at(11_120, .final("What I wanted to say"))
    #expect(script.requests == ["What I wanted to say"])
  }

  @Test("is put off when the caller goes on within the silence")
  func continuation() {
    var script = ConversationScript()
    script.userStops()
    script.at(3500, .speechStarted(confidence: 0.8))
    script.at(5250, .speechEnded(located: .ms(5000)))
    script.wait(until: 10_000)
    #expect(script.instants(of: .endpointReached) == [.ms(5700)])
    #expect(script.actions.filter { $0 == .beginTurn(0) }.count == 1)
  }

  @Test("asks for the transcript when speech ends, at the end of the turn or never")
  func finalization() {
    let asked = TranscriptFinalization.allCases.map { policy in
      var script = ConversationScript { $0.sttFinalize = policy }
      script.userStops()
      script.wait(until: 5000)
      return script.instant(of: .finalizeTranscript(turn: 0))
    }
    #expect(asked == [.ms(3250), .ms(3700), nil])
  }

  @Test("does not ask for a transcript that is settled already")
  func alreadySettled() {
    for (settled, asked) in [(2999, LabInstant.ms(3250)), (3000, nil), (3200, nil)] as [(Int64, LabInstant?)]
    {
      var script = ConversationScript()
      script.userSpeaks()
      script.at(settled, .finalTranscript("Done.", answersFinalize: false, endsUtterance: true))
      script.at(3250, .speechEnded(located: .ms(3000)))
      script.wait(until: 5000)
      // A piece from before the end of speech cannot hold the words up to it.
      #expect(script.instant(of: .finalizeTranscript(turn: 0)) == asked)
    }
    var onEndpoint = ConversationScript { $0.sttFinalize = .onEndpoint }
    onEndpoint.userStops()
    onEndpoint.at(3400, .finalTranscript("Done.", answersFinalize: false, endsUtterance: true))
    onEndpoint.wait(until: 5000)
    #expect(onEndpoint.instant(of: .finalizeTranscript(turn: 0)) == nil)
    #expect(onEndpoint.instants(of: .turnCommitted) == [.ms(3700)])
  }

  @Test("commits at the endpoint when the transcript was settled before, and at the transcript otherwise")
  func commit() {
    var early = ConversationScript()
    early.turnCommits()
    #expect(early.instants(of: .turnCommitted) == [.ms(3700)])
    var late = ConversationScript()
    late.userStops()
    late.at(4100, .final("How big is it?"))
    #expect(late.instants(of: .sttFinal) == [.ms(4100)])
    #expect(late.instants(of: .turnCommitted) == [.ms(4100)])
    #expect(late.requests == ["How big is it?"])
  }

  @Test("does not commit on a settled piece that does not settle everything")
  func piece() {
    var script = ConversationScript()
    script.userStops()
    script.at(3800, .finalTranscript("How big", answersFinalize: false, endsUtterance: false))
    #expect(script.state == .processingUserUtterance)
    script.at(3900, .final("is it?"))
    #expect(script.requests == ["How big is it?"])
  }

  @Test("takes the provider's word that the caller has finished, when it is asked to")
  func semantic() {
    var script = ConversationScript()
    script.userStops()
    script.at(3300, .final("That is all."))
    script.at(3350, .providerEndOfTurn)
    #expect(script.instants(of: .endpointReached) == [.ms(3350)])
    #expect(script.instants(of: .turnCommitted) == [.ms(3350)])
    var deaf = ConversationScript { $0.enableSemanticTurnDetection = false }
    deaf.userStops()
    deaf.at(3300, .final("That is all."))
    deaf.at(3350, .providerEndOfTurn)
    deaf.wait(until: 5000)
    #expect(deaf.instants(of: .turnCommitted) == [.ms(3700)])
  }

  @Test("waits no longer when there is nothing left to settle, and records no transcript for it")
  func nothingToSettle() {
    var script = ConversationScript()
    script.userSpeaks()
    script.at(2900, .final("That is all."))
    script.at(3250, .speechEnded(located: .ms(3000)))
    script.at(4250, .nothingToSettle)
    #expect(script.instants(of: .turnCommitted) == [.ms(4250)])
    #expect(script.instants(of: .sttFinal) == [.ms(2900)])
    #expect(script.requests == ["That is all."])
    // Words that may still change are no reason to stop waiting.
    var open = ConversationScript()
    open.userSpeaks()
    open.at(2900, .partialTranscript("That is"))
    open.at(3250, .speechEnded(located: .ms(3000)))
    open.at(4250, .nothingToSettle)
    #expect(open.state == .processingUserUtterance)
  }

  @Test("goes on with what was understood so far when the transcript does not come")
  func transcriptTimeout() {
    var script = ConversationScript()
    script.userSpeaks()
    script.at(2000, .finalTranscript("What is the", answersFinalize: false, endsUtterance: false))
    script.at(2900, .partialTranscript("area of"))
    script.at(3250, .speechEnded(located: .ms(3000)))
    script.wait(until: 10_000)
    #expect(script.instants(of: .turnCommitted) == [.ms(5700)])
    #expect(script.requests == ["What is the area of"])
  }

  @Test("is a missed turn when nothing was understood")
  func missed() {
    var empty = ConversationScript()
    empty.userStops()
    empty.at(3800, .final(""))
    #expect(empty.outcomes == [.missed(reason: "nothing_understood")])
    #expect(empty.state == .idle)
    #expect(empty.timers.keys.map { $0 } == [.session])
    var silent = ConversationScript()
    silent.userStops()
    silent.wait(until: 5699)
    #expect(silent.outcomes.isEmpty)
    silent.wait(until: 5700)
    #expect(silent.outcomes == [.missed(reason: "nothing_understood")])
  }

  @Test("counts a partial that a settled piece replaced only once")
  func partialReplaced() {
    var script = ConversationScript()
    script.userSpeaks()
    script.at(2000, .partialTranscript("How bigges"))
    script.at(3250, .speechEnded(located: .ms(3000)))
    script.at(3400, .final("How big is it?"))
    script.wait(until: 3700)
    #expect(script.requests == ["How big is it?"])
  }

  @Test("is not settled by a late answer to an earlier request")
  func lateAnswer() {
    var script = ConversationScript()
    script.userStops()
    script.at(3400, .speechStarted(confidence: 0.9))
    // The transcript of what came before the pause arrives when the caller has just stopped for good.
    script.at(5100, .final("How big is it"))
    let actions = script.at(5150, .speechEnded(located: .ms(5000)))
    #expect(actions.contains(.finalizeTranscript(turn: 0)))
    script.wait(until: 5800)
    #expect(script.state == .processingUserUtterance)
    script.at(5900, .final("in metres?"))
    #expect(script.requests == ["How big is it in metres?"])
  }
}
