import LabTimeline

/// The caller's side of a turn: what was heard of them, and when that is likely to be all.
///
/// Knows nothing of the agent's reply and of the floor, which are the machine's.
struct CallerTurn: Sendable {
  let settings: SessionSettings
  /// The turn that is under way, or the last one.
  private(set) var turn = -1
  var heard = HeardWords()
  /// How the last phrase ended.
  var melody: PhraseMelody?
  /// The reply that was asked for before the turn is over.
  var eager: EagerReply?
  /// What says whether the caller has finished.
  private var evidence: TurnEvidence

  /// A reply that was asked for on a likely end, and the words that it answers.
  struct EagerReply: Sendable {
    let id: ReplyID
    let transcript: String
  }

  init(settings: SessionSettings, language: String) {
    self.settings = settings
    evidence = TurnEvidence(language: language)
  }

  mutating func begin(at now: LabInstant, into actions: inout [ConversationAction]) {
    turn += 1
    heard = HeardWords(began: now, isSpeech: true)
    evidence.beginTurn()
    actions.append(.beginTurn(turn))
    actions.append(.record(.speechDetected, turn: turn, at: now))
    actions.append(.startTimer(.maximumTurn, after: settings.maxTurnDuration))
  }

  /// The caller was heard again: nothing is over.
  mutating func goesOn(into actions: inout [ConversationAction]) {
    heard.isSpeech = true
    heard.located = nil
    if settings.enableEagerLLM { actions.append(.cancelTimer(.eager)) }
    cancelEager(into: &actions)
    evidence.heard(heard.transcript)
    evidence.pauseEnded()
  }

  /// The caller has stopped speaking, for a moment or for good.
  mutating func paused(at now: LabInstant, into actions: inout [ConversationAction]) {
    guard let located = heard.located, let began = heard.began else { return }
    actions.append(.record(.speechEndLocated, turn: turn, at: located))
    actions.append(.record(.speechEndDetected, turn: turn, at: now))
    // A service that is asked to settle is not heard on whether the turn is over.
    let settlesAtOnce = settings.sttFinalize == .onSpeechEnd && settings.endOfTurnPolicy != .provider
    if settlesAtOnce, !heard.isSettled {
      heard.finalizeSent = now
      actions.append(.finalizeTranscript(turn: turn))
    }
    evidence.heard(heard.transcript)
    evidence.pauseBegan(melody: melody, after: located - began)
    melody = nil
    awaitEndpoint(at: now, into: &actions)
  }

  /// The transcript changed. In a pause, that may change what the policy thinks of it.
  mutating func transcriptGrew(
    in state: ConversationState, at now: LabInstant, into actions: inout [ConversationAction]
  ) {
    guard state == .userSpeaking, !heard.isSpeech, heard.located != nil else {
      // A turn whose end was decided waits for its transcript: what was asked of other words is void.
      if state == .processingUserUtterance, eager?.transcript != heard.transcript {
        cancelEager(into: &actions)
      }
      return
    }
    evidence.heard(heard.transcript)
    if eager != nil, eager?.transcript != heard.transcript { cancelEager(into: &actions) }
    guard settings.endOfTurnPolicy == .adaptive || settings.enableEagerLLM else { return }
    awaitEndpoint(at: now, into: &actions)
  }

  /// Waits for the silence that ends the turn.
  ///
  /// It is counted from where speech ended, not from when that was noticed: the detector's hangover is part
  /// of the wait, not an addition to it.
  private func awaitEndpoint(at now: LabInstant, into actions: inout [ConversationAction]) {
    guard let located = heard.located, let began = heard.began else { return }
    let pause = settings.neededPause(evidence.scores)
    let due = max(located.advanced(by: pause), began.advanced(by: settings.minTurnDuration))
    actions.append(.startTimer(.endpoint, after: max(.zero, due - now)))
    guard settings.enableEagerLLM, eager == nil else { return }
    // A part of the silence that ends the turn.
    let share = Duration.nanoseconds(Int64(Double(pause.nanoseconds) * settings.eagerPauseShare))
    actions.append(.startTimer(.eager, after: max(.zero, located.advanced(by: share) - now)))
  }

  /// The caller has finished. A transcript that is not settled is waited for.
  ///
  /// - Returns: whether it is settled already.
  mutating func end(at now: LabInstant, into actions: inout [ConversationAction]) -> Bool {
    actions.append(.record(.endpointReached, turn: turn, at: now))
    actions.append(.cancelTimer(.endpoint))
    if settings.enableEagerLLM { actions.append(.cancelTimer(.eager)) }
    actions.append(.cancelTimer(.maximumTurn))
    if heard.located == nil { heard.located = now }
    guard !heard.isSettled else { return true }
    let settlesNow =
      settings.sttFinalize == .onEndpoint
      || settings.endOfTurnPolicy == .provider && settings.sttFinalize != .never
    if settlesNow || heard.isSpeech {
      heard.finalizeSent = now
      actions.append(.finalizeTranscript(turn: turn))
    }
    actions.append(.startTimer(.transcript, after: settings.transcriptTimeout))
    return false
  }

  /// The service that hears the caller has taken the turn by itself.
  func taken(located: LabInstant?, at now: LabInstant, into actions: inout [ConversationAction]) {
    if let located { actions.append(.record(.speechEndLocated, turn: turn, at: located)) }
    for kind in [TurnEvent.Kind.speechEndDetected, .endpointReached, .turnCommitted] {
      actions.append(.record(kind, turn: turn, at: now))
    }
    actions.append(.cancelTimer(.maximumTurn))
  }

  /// The reply that was asked for eagerly, if it answers what was said; otherwise it is abandoned.
  mutating func takeEager(
    answering transcript: String, into actions: inout [ConversationAction]
  ) -> ReplyID? {
    guard let eager, eager.transcript == transcript else {
      cancelEager(into: &actions)
      return nil
    }
    self.eager = nil
    return eager.id
  }

  mutating func cancelEager(into actions: inout [ConversationAction]) {
    guard let eager else { return }
    self.eager = nil
    actions.append(.cancelEagerReply(eager.id))
  }
}
