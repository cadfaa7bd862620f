import LabConversation
import LabTimeline
import Testing

@Suite("The policy that ends a turn")
struct EndOfTurnPolicyTests {
  private func endpoint(
    _ transcript: String, melody: PhraseMelody? = nil, _ change: (inout SessionSettings) -> Void
  ) -> LabInstant? {
    var script = ConversationScript(change)
    script.userSpeaks()
    script.at(2900, .partialTranscript(transcript))
    if let melody { script.at(3150, .phraseEnded(melody)) }
    script.at(3160, .speechEnded(located: .ms(3000)))
    script.wait(until: 9000)
    return script.instants(of: .endpointReached).first
  }

  @Test("with plain silence waits as long after a filler as after a sentence")
  func silence() {
    for transcript in ["I will come tomorrow", "I will come um"] {
      #expect(endpoint(transcript) { _ in } == .ms(3700))
    }
  }

  @Test("adaptive waits less after a sentence that ends low, and more after a filler")
  func adaptive() throws {
    let low = PhraseMelody(height: 0, pitchSlope: -15, level: -6)
    let done = try #require(
      endpoint("I will come tomorrow", melody: low) { $0.endOfTurnPolicy = .adaptive })
    let open = try #require(endpoint("I will come um", melody: low) { $0.endOfTurnPolicy = .adaptive })
    #expect(done < .ms(3300) && open > .ms(3700))
  }

  @Test("adaptive leaves out the cues that are switched off")
  func switched() {
    let without = endpoint("I will come um") {
      $0.endOfTurnPolicy = .adaptive
      $0.enableFillerCue = false
      $0.enableLengthCue = false
    }
    #expect(without == .ms(3700))
  }

  @Test("adaptive thinks anew when the transcript grows in the pause")
  func growing() {
    var script = ConversationScript {
      $0.endOfTurnPolicy = .adaptive
      $0.enableLengthCue = false
    }
    script.userSpeaks()
    script.at(2900, .partialTranscript("I will"))
    script.at(3160, .speechEnded(located: .ms(3000)))
    #expect(script.timers[.endpoint]! > .ms(4500))
    script.at(3300, .final("I will come tomorrow"))
    // 700 ms · 2^−0.9.
    #expect(abs((script.timers[.endpoint]! - .ms(3375)).nanoseconds) < 1_000_000)
    script.wait(until: 4000)
    #expect(script.requests == ["I will come tomorrow"])
  }

  @Test("provider waits for the service, and for a long silence where it says nothing")
  func provider() {
    var script = ConversationScript { $0.endOfTurnPolicy = .provider }
    script.userStops()
    // A service that is asked to settle would not be heard on whether the turn is over.
    #expect(script.instant(of: .finalizeTranscript(turn: 0)) == nil)
    script.at(3400, .finalTranscript("How big is it?", answersFinalize: false, endsUtterance: true))
    script.at(3400, .providerEndOfTurn)
    #expect(script.instants(of: .turnCommitted) == [.ms(3400)])
    var silent = ConversationScript { $0.endOfTurnPolicy = .provider }
    silent.userStops()
    silent.wait(until: 6000)
    #expect(silent.instants(of: .endpointReached) == [.ms(6000)])
    #expect(silent.instant(of: .finalizeTranscript(turn: 0)) == .ms(6000))
  }
}
