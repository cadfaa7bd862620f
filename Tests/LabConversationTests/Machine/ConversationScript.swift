import LabConversation
import LabTimeline

extension LabInstant {
  static func ms(_ milliseconds: Int64) -> LabInstant {
    LabInstant(nanoseconds: milliseconds * 1_000_000)
  }
}

/// A conversation machine with its timers, told what happens and when: `at` moves the clock and fires on the way
/// what is due, as a driver would.
struct ConversationScript {
  private(set) var machine: ConversationMachine
  private(set) var log: [(at: LabInstant, action: ConversationAction)] = []
  private(set) var timers: [ConversationTimer: LabInstant] = [:]
  private var now = LabInstant.origin

  init(_ change: (inout SessionSettings) -> Void = { _ in }) {
    var settings = SessionSettings()
    change(&settings)
    machine = ConversationMachine(settings: settings, systemPrompt: "Be brief.")
  }

  var state: ConversationState { machine.state }
  var actions: [ConversationAction] { log.map(\.action) }

  /// Hands an input over at a number of milliseconds and returns what came of it; timers due before fire first.
  @discardableResult
  mutating func at(_ milliseconds: Int64, _ input: ConversationInput) -> [ConversationAction] {
    wait(until: milliseconds)
    return handle(input)
  }

  /// Lets time pass, firing timers at their instants.
  mutating func wait(until milliseconds: Int64) {
    let end = LabInstant.ms(milliseconds)
    while let (timer, due) = timers.min(by: { ($0.value, "\($0.key)") < ($1.value, "\($1.key)") }), due <= end
    {
      timers[timer] = nil
      now = due
      handle(.timerFired(timer))
    }
    now = end
  }

  @discardableResult
  private mutating func handle(_ input: ConversationInput) -> [ConversationAction] {
    var actions: [ConversationAction] = []
    machine.handle(input, at: now, into: &actions)
    for action in actions {
      log.append((now, action))
      switch action {
      case .startTimer(let timer, let delay): timers[timer] = now + delay
      case .cancelTimer(let timer): timers[timer] = nil
      default: break
      }
    }
    return actions
  }

  /// The instants that were recorded for a fact, in all turns.
  func instants(of kind: TurnEvent.Kind) -> [LabInstant] {
    actions.compactMap { action in
      if case .record(kind, _, let at) = action { at } else { nil }
    }
  }

  /// The transcripts that a reply was asked for.
  var requests: [String] {
    actions.compactMap { if case .requestReply(_, _, _, let transcript) = $0 { transcript } else { nil } }
  }

  /// The chunks that were spoken.
  var spoken: [String] {
    actions.compactMap { if case .speak(_, let text) = $0 { text } else { nil } }
  }

  /// How the turns ended.
  var outcomes: [TurnOutcome] {
    actions.compactMap { if case .endTurn(_, let outcome) = $0 { outcome } else { nil } }
  }

  /// When an action was first asked for.
  func instant(of action: ConversationAction) -> LabInstant? {
    log.first { $0.action == action }?.at
  }
}

/// Ways to a state, each a few steps on a fresh script. The caller starts at 1 s and stops at 3 s (noticed at
/// 3.25 s); the final transcript comes at 3.4 s, the turn is committed at 3.7 s, the reply is audible at 4.5 s.
extension ConversationScript {
  mutating func userSpeaks() {
    at(0, .start)
    at(1000, .speechStarted(confidence: 0.9))
  }

  mutating func userStops() {
    userSpeaks()
    at(3250, .speechEnded(located: .ms(3000)))
  }

  mutating func turnCommits(_ transcript: String = "How big is it?") {
    userStops()
    at(3400, .final(transcript))
    wait(until: 3700)
  }

  mutating func replyIsHeard(_ tokens: String = "It is quite big. And it keeps growing every day.") {
    turnCommits()
    at(4000, .replyToken(ReplyID(0), tokens))
    at(4500, .playoutStarted(ReplyID(0)))
  }

  mutating func reach(_ state: ConversationState) {
    switch state {
    case .idle: at(0, .start)
    case .userSpeaking: userSpeaks()
    case .processingUserUtterance:
      userStops()
      wait(until: 3700)
    case .aiThinking: turnCommits()
    case .aiSpeaking: replyIsHeard()
    case .interrupted:
      replyIsHeard()
      at(5000, .speechStarted(confidence: 0.9))
      at(5000, .interruptionConfirmed)
    case .paused:
      at(0, .start)
      at(1, .pause)
    case .ended: at(0, .end)
    }
  }
}

extension ConversationInput {
  /// A settled piece that answers the request to settle.
  static func final(_ text: String) -> ConversationInput {
    .finalTranscript(text, answersFinalize: true, endsUtterance: false)
  }
}
