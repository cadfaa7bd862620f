public import LabTimeline

/// The rules of a spoken conversation: when a turn ends, what is asked for, and who has the floor.
///
/// A value without clock, task or socket. An input goes in with its instant and actions come out, so the same
/// rules run live and in virtual time. Inputs that mean nothing in the present state are ignored: the world
/// is asynchronous, and a late message is not an error.
public struct ConversationMachine: Sendable {
  public let settings: SessionSettings
  public internal(set) var state = ConversationState.idle
  /// What was said so far, as the language model sees it.
  public internal(set) var context: ContextWindow
  /// The turn that is under way, or the last one.
  public var turn: Int { caller.turn }

  var caller: CallerTurn
  var reply: AgentReply?
  var nextReply = 0
  var lastInterruption: LabInstant?

  /// - Parameter language: What the caller speaks, as a BCP 47 tag.
  public init(settings: SessionSettings, systemPrompt: String, language: String = "en") {
    self.settings = settings
    caller = CallerTurn(settings: settings, language: language)
    context = ContextWindow(
      systemPrompt: systemPrompt, maxContextTokens: settings.maxContextTokens,
      keepRecentTurns: settings.keepRecentTurns)
  }

  /// Takes a fact and appends what is to be done to `actions`.
  public mutating func handle(
    _ input: ConversationInput, at now: LabInstant, into actions: inout [ConversationAction]
  ) {
    switch (state, input) {
    case (.ended, _): break
    case (_, .end): end(into: &actions)
    case (_, .timerFired(.session)): end(into: &actions)
    case (.paused, .resume): state = .idle
    case (.paused, _): break
    case (_, .start): actions.append(.startTimer(.session, after: settings.sessionDuration))
    case (_, .pause): pause(into: &actions)
    case (_, .resume): break
    case (_, .speechStarted(let confidence)):
      speechStarted(confidence: confidence, at: now, into: &actions)
    case (_, .speechContinued(let confidence)):
      if state == .aiSpeaking { considerInterruption(confidence: confidence, at: now, into: &actions) }
    case (_, .phraseEnded(let melody)): caller.melody = melody
    case (_, .interruptionSuspected(let began)): suspectInterruption(began: began, at: now, into: &actions)
    case (_, .interruptionConfirmed): confirmInterruption(at: now, into: &actions)
    case (_, .interruptionDismissed): dismissInterruption(into: &actions)
    case (_, .speechEnded(let located)): speechEnded(located: located, at: now, into: &actions)
    case (_, .partialTranscript(let text)):
      caller.heard.hear(partial: text)
      caller.transcriptGrew(in: state, at: now, into: &actions)
    case (_, .finalTranscript(let text, let answers, let ends)):
      finalTranscript(text, answers: answers, settles: answers || ends, at: now, into: &actions)
    case (_, .nothingToSettle): nothingToSettle(at: now, into: &actions)
    case (_, .providerEndOfTurn): providerEndOfTurn(at: now, into: &actions)
    case (_, .providerEagerEndOfTurn): askEagerly(into: &actions)
    case (_, .providerTurnResumed): caller.cancelEager(into: &actions)
    case (_, .turnTaken(let located)): turnTaken(located: located, at: now, into: &actions)
    case (_, .timerFired(let timer)): timerFired(timer, at: now, into: &actions)
    case (_, .stageFailed(let stage, let reason, let id)):
      stageFailed(stage, reason: reason, reply: id, at: now, into: &actions)
    case (_, .replyToken(let id, _)), (_, .replyFinished(let id)), (_, .playoutStarted(let id)),
      (_, .playoutFinished(let id)), (_, .playoutSilent(let id, _)):
      guard id == reply?.id else { return actions.append(.dropStaleAnswer) }
      replyAdvanced(input, at: now, into: &actions)
    }
  }

  private mutating func timerFired(
    _ timer: ConversationTimer, at now: LabInstant, into actions: inout [ConversationAction]
  ) {
    switch timer {
    case .endpoint, .maximumTurn: endpointReached(at: now, into: &actions)
    case .eager: if !caller.heard.isSpeech { askEagerly(into: &actions) }
    case .transcript:
      if state == .processingUserUtterance { commit(at: now, into: &actions) }
    case .reply:
      // Once there is something to speak, it is speech synthesis that is waited for.
      let ofThree: Stage = reply?.chunks.isEmpty ?? true ? .llm : .tts
      let stage = reply?.isSpokenByService == true ? .s2s : ofThree
      stageFailed(stage, reason: "timed_out", reply: reply?.id, at: now, into: &actions)
    case .session: break
    }
  }
}
