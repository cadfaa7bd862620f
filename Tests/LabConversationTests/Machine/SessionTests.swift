import LabConversation
import LabTimeline
import Testing

@Suite("A session")
struct SessionTests {
  static let active: [ConversationState] = [
    .userSpeaking, .processingUserUtterance, .aiThinking, .aiSpeaking, .interrupted,
  ]

  @Test("ends after its duration, whatever is going on")
  func duration() {
    var script = ConversationScript {
      $0.sessionDuration = .seconds(2)
      $0.maxTurnDuration = .seconds(2)
    }
    script.userSpeaks()
    script.wait(until: 1999)
    #expect(script.state == .userSpeaking)
    script.wait(until: 2000)
    #expect(script.state == .ended)
    #expect(script.outcomes == [.interrupted])
  }

  @Test("that is paused ends the turn under way and abandons its reply", arguments: active)
  func pause(state: ConversationState) {
    var script = ConversationScript()
    script.reach(state)
    let hasReply = [.aiThinking, .aiSpeaking, .interrupted].contains(state)
    let actions = script.at(5500, .pause)
    #expect(script.state == .paused)
    #expect(script.outcomes == [.interrupted])
    #expect(actions.contains(.cancelReply(ReplyID(0))) == hasReply)
    #expect(script.timers.keys.map { $0 } == [.session])
  }

  @Test("that is paused hears nothing until it is resumed, and then begins a new turn")
  func resume() {
    var script = ConversationScript()
    script.reach(.aiSpeaking)
    script.at(5500, .pause)
    for input in EveryStateAndInputTests.inputs where input != .resume && input != .end {
      guard input != .timerFired(.session) else { continue }
      #expect(script.at(5600, input).isEmpty, "\(input)")
      #expect(script.state == .paused, "\(input)")
    }
    script.at(6000, .resume)
    #expect(script.state == .idle)
    script.at(6100, .speechStarted(confidence: 0.9))
    #expect(script.machine.turn == 1)
  }

  @Test("that is paused for ever still ends after its duration")
  func pausedToTheEnd() {
    var script = ConversationScript()
    script.reach(.paused)
    script.wait(until: 5_400_000)
    #expect(script.state == .ended)
  }

  @Test("resumes only what was paused", arguments: ConversationState.allCases.filter { $0 != .paused })
  func resumeElsewhere(state: ConversationState) {
    var script = ConversationScript()
    script.reach(state)
    #expect(script.at(5500, .resume).isEmpty)
    #expect(script.state == state)
  }

  @Test("ends at once in every state, with the turn under way interrupted", arguments: active)
  func end(state: ConversationState) {
    var script = ConversationScript()
    script.reach(state)
    script.at(5500, .end)
    #expect(script.state == .ended)
    #expect(script.outcomes == [.interrupted])
  }

  @Test("ends without a turn when nobody speaks", arguments: [ConversationState.idle, .paused, .ended])
  func quietEnd(state: ConversationState) {
    var script = ConversationScript()
    script.reach(state)
    script.at(5500, .end)
    #expect(script.state == .ended)
    #expect(script.outcomes.isEmpty)
  }
}
