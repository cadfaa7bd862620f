import LabConversation
import LabTimeline
import Testing

@Suite("Every state of a conversation")
struct EveryStateAndInputTests {
  /// One of every input, with the variants that a state may treat differently.
  static let inputs: [ConversationInput] =
    [
      .start, .pause, .resume, .end,
      .speechStarted(confidence: 0.9), .speechStarted(confidence: 0.1),
      .speechContinued(confidence: 0.9), .speechContinued(confidence: 0.1),
      .speechEnded(located: .ms(4900)), .partialTranscript("and"), .final("more"), .final(""),
      .finalTranscript("piece", answersFinalize: false, endsUtterance: false),
      .finalTranscript("end", answersFinalize: false, endsUtterance: true), .providerEndOfTurn,
      .interruptionSuspected(began: .ms(5400)), .interruptionConfirmed, .interruptionDismissed,
      .nothingToSettle, .turnTaken(located: .ms(4900)), .turnTaken(located: nil),
      .replyToken(ReplyID(0), "Well then. "), .replyToken(ReplyID(9), "Old."),
      .replyFinished(ReplyID(0)), .replyFinished(ReplyID(9)),
      .playoutStarted(ReplyID(0)), .playoutStarted(ReplyID(9)),
      .playoutFinished(ReplyID(0)), .playoutFinished(ReplyID(9)),
      .playoutSilent(ReplyID(0), heard: .nothing),
      .playoutSilent(ReplyID(0), heard: HeardReply(wholeChunks: 99, fractionOfNext: 2)),
      .playoutSilent(ReplyID(9), heard: .nothing),
      .stageFailed(.stt, reason: "lost", reply: nil), .stageFailed(.llm, reason: "lost", reply: ReplyID(0)),
      .stageFailed(.llm, reason: "lost", reply: nil), .stageFailed(.tts, reason: "lost", reply: ReplyID(0)),
      .stageFailed(.tts, reason: "lost", reply: ReplyID(9)),
      .stageFailed(.s2s, reason: "lost", reply: nil),
    ] + ConversationTimer.allCases.map { .timerFired($0) }

  typealias State = ConversationState

  /// Where each state may lead with one input.
  static let ways: [State: Set<State>] = [
    .idle: [.idle, .userSpeaking, .paused, .ended],
    .userSpeaking: [.userSpeaking, .processingUserUtterance, .idle, .aiThinking, .paused, .ended],
    .processingUserUtterance: [
      .processingUserUtterance, .userSpeaking, .aiThinking, .idle, .paused, .ended,
    ],
    .aiThinking: [.aiThinking, .aiSpeaking, .userSpeaking, .idle, .paused, .ended],
    .aiSpeaking: [.aiSpeaking, .interrupted, .idle, .userSpeaking, .paused, .ended],
    .interrupted: [.interrupted, .userSpeaking, .paused, .ended],
    .paused: [.paused, .idle, .ended],
    .ended: [.ended],
  ]

  static func script(in state: State) -> ConversationScript {
    var script = ConversationScript()
    script.reach(state)
    return script
  }

  @Test("can be reached", arguments: State.allCases)
  func reached(state: State) {
    #expect(Self.script(in: state).state == state)
  }

  @Test("takes every input and leads only where it may", arguments: State.allCases)
  func oneStep(state: State) throws {
    let allowed = try #require(Self.ways[state])
    for input in Self.inputs {
      var script = Self.script(in: state)
      script.at(5500, input)
      #expect(allowed.contains(script.state), "\(state) with \(input) became \(script.state)")
    }
  }

  @Test("takes any two inputs after one another", arguments: State.allCases)
  func twoSteps(state: State) throws {
    for first in Self.inputs {
      var afterFirst = Self.script(in: state)
      afterFirst.at(5500, first)
      let allowed = try #require(Self.ways[afterFirst.state])
      for second in Self.inputs {
        var script = afterFirst
        script.at(5500, second)
        #expect(allowed.contains(script.state), "\(state), \(first), \(second)")
      }
    }
  }

  @Test("ends every turn that it begins once, and none that it did not begin", arguments: State.allCases)
  func turnsAreClosed(state: State) {
    for first in Self.inputs {
      for second in Self.inputs {
        var script = Self.script(in: state)
        script.at(5500, first)
        script.at(5600, second)
        script.at(5700, .end)
        let begun = script.actions.compactMap { if case .beginTurn(let turn) = $0 { turn } else { nil } }
        let ended = script.actions.compactMap { if case .endTurn(let turn, _) = $0 { turn } else { nil } }
        #expect(begun == Array(0..<begun.count), "\(state), \(first), \(second)")
        #expect(ended == begun, "\(state), \(first), \(second)")
      }
    }
  }

  @Test("leaves no timer running once it is over", arguments: State.allCases)
  func noTimerOutlivesTheEnd(state: State) {
    var script = Self.script(in: state)
    script.at(5500, .end)
    #expect(script.timers.isEmpty)
    #expect(script.at(5600, .speechStarted(confidence: 1)).isEmpty)
  }

  @Test("records facts of turns that are under way only", arguments: State.allCases)
  func factsBelongToTurns(state: State) {
    for input in Self.inputs {
      var script = Self.script(in: state)
      script.at(5500, input)
      script.at(5600, .end)
      var open: Set<Int> = []
      for action in script.actions {
        switch action {
        case .beginTurn(let turn): open.insert(turn)
        case .endTurn(let turn, _): open.remove(turn)
        case .record(let kind, let turn, _): #expect(open.contains(turn), "\(state), \(input), \(kind)")
        default: break
        }
      }
    }
  }
}
