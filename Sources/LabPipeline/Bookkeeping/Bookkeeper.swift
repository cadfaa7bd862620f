import LabConversation
import LabProviders
import LabRecord
import LabTimeline

/// Keeps what is recorded of a conversation: facts, counts and usage, each in the turn that it belongs to.
struct Bookkeeper: Sendable {
  private let conversation: ConversationIdentity
  private let recordsConnectionSteps: Bool
  private var ledger: TurnLedger
  private var tokens = TokenMeter()
  private var time = PipelineTime.virtual
  /// In which state the caller's device is.
  var deviceState = ThermalState.nominal
  /// The turn that facts belong to which name none: the machine's. Without an entry, they belong to no turn.
  var turn = -1

  init(_ setup: PipelineSetup) {
    conversation = setup.conversation
    recordsConnectionSteps = setup.recordsConnecting
    ledger = TurnLedger(script: setup.script)
  }

  /// The conversation begins.
  mutating func begin(in time: PipelineTime) {
    self.time = time
    ledger.wait = time.arrival?.wait
  }

  /// Whether what happens late is recorded beside when it was due.
  var recordsLateness: Bool { time != .virtual }
  /// How many turns were recorded.
  var recorded: Int { ledger.recorded }

  // MARK: Facts and counts

  /// Records a fact of a turn.
  mutating func record(_ kind: TurnEvent.Kind, turn: Int? = nil, at instant: LabInstant) {
    ledger.update(turn ?? self.turn) { $0.trace.record(kind, at: instant) }
  }

  /// Records a fact of the turn once.
  mutating func note(_ kind: TurnEvent.Kind, at instant: LabInstant, replacing: Bool = false) {
    ledger.update(turn) { entry in
      if replacing { entry.trace.forget([kind]) }
      entry.trace.recordFirst(kind, at: instant)
    }
  }

  /// Facts of a reply are void.
  mutating func forgetReply(of turn: Int) { ledger.update(turn) { $0.trace.forget(TurnEvent.Kind.ofReply) } }

  /// Changes the counts of the turn.
  mutating func count(_ change: (inout TurnCounts) -> Void) { ledger.update(turn) { change(&$0.counts) } }

  /// Changes the usage of the turn.
  mutating func use(_ change: (inout Usage) -> Void) { ledger.update(turn) { change(&$0.usage) } }

  /// A buffer of the microphone was handed on.
  mutating func frame(isLate: Bool) {
    ledger.update(turn) { entry in
      entry.counts.frames += 1
      if isLate { entry.counts.lateFrames += 1 }
    }
  }

  /// Counts a connection that was opened or found open, in the turn or in none.
  mutating func count(_ setup: ConnectionSetup, inTurn: Bool) {
    ledger.update(inTurn ? turn : nil) { entry in
      if setup.isReused {
        entry.counts.connectionsReused += 1
      } else {
        entry.counts.connectionsOpened += 1
      }
    }
  }

  /// Whether speech to text has written nothing down in the turn.
  var lacksTranscript: Bool {
    let trace = ledger.entries[turn]?.trace
    return trace?.first(.sttPartial) == nil && trace?.first(.sttFinal) == nil
  }

  // MARK: The caller

  /// The caller truly began to speak; `state` is that of the conversation.
  mutating func callerBegan(
    _ utterance: Int, at began: LabInstant, ends: LabInstant, in state: ConversationState
  ) {
    ledger.callerBegan(
      utterance: utterance, began: began, ends: ends, listening: state.isListening ? turn : nil,
      replying: state == .aiSpeaking ? turn : nil)
  }

  /// The last sound of utterances was handed on.
  mutating func sent(_ utterances: [Int], at now: LabInstant) {
    for utterance in utterances { ledger.sent(utterance: utterance, at: now) }
  }

  /// The last sample of an utterance came out of the pipeline's jitter buffer.
  mutating func heard(_ end: MediaUplink.End) { ledger.heard(utterance: end.utterance, at: end.at) }

  // MARK: Turns

  mutating func begin(_ turn: Int, at now: LabInstant) {
    ledger.begin(turn, at: now)
    if deviceState != .nominal { note(deviceState.event, at: now) }
  }

  /// The turn was committed with what was understood; nil when that is known later, or never.
  mutating func committed(_ turn: Int, transcript: String?, at now: LabInstant) {
    ledger.committed(turn, transcript: transcript, at: now)
  }

  /// The floor was given away, to the cause named or to what the caller said last.
  mutating func yielded(_ turn: Int, to cause: InterruptionTrial.Kind?) { ledger.yielded(turn, to: cause) }

  /// Closes a turn; nil for a false start.
  mutating func end(_ turn: Int, outcome: TurnOutcome, trials: [InterruptionTrial]?) -> TurnRecord? {
    var record = ledger.end(turn, outcome: outcome, conversation: conversation)
    record?.interruptionTrials = trials
    return record
  }

  /// Records utterances that no turn took up.
  ///
  /// - Parameter failure: Why there was nobody to hear them, when that is known.
  mutating func miss(failure: ProviderFailure? = nil) -> [TurnRecord] {
    ledger.miss(conversation: conversation, failure: failure)
  }

  /// Charges sound that was sent to speech to text, to a turn or to none.
  mutating func charge(sound seconds: Double, to turn: Int?) {
    ledger.update(turn) { $0.usage.sttSeconds += seconds }
  }

  /// Charges the time for which a connection with speech to text was open.
  mutating func charge(connection time: Duration?, to turn: Int?) {
    guard let time else { return }
    ledger.update(turn) { $0.usage.sttConnectionSeconds += time.seconds }
  }

  /// Adds to what was understood in a turn: one that was taken back has a transcript for each part.
  mutating func understood(_ text: String, in turn: Int) {
    ledger.update(turn) { entry in
      entry.transcript = [entry.transcript, text].compactMap { $0 }.joined(separator: " ")
    }
  }

  /// Settles everything that is open and returns the conversation's record.
  mutating func close(
    at now: LabInstant, failure: String?, device: DeviceReading?, utterances: [UtterancePauses]?
  ) -> ConversationRecord {
    ConversationRecord(
      conversation: conversation, turns: ledger.recorded, nanoseconds: now.nanoseconds, failure: failure,
      counts: ledger.unassigned.counts, usage: ledger.unassigned.usage, arrival: time.arrival, device: device,
      utterances: utterances)
  }

  // MARK: Requests

  /// A reply was asked for, now or earlier.
  mutating func requested(_ id: RequestID, of turn: Int, at instant: LabInstant, newPrompt: [ChatMessage]?) {
    ledger.update(turn) { entry in
      entry.trace.record(.llmRequested, at: instant)
      if newPrompt != nil { entry.usage.llmRequests += 1 }
    }
    if let newPrompt { tokens.begin(id, prompt: newPrompt) }
  }

  /// A reply was asked for before the turn is over.
  mutating func requestedEagerly(_ id: RequestID, of turn: Int, prompt: [ChatMessage]) {
    ledger.update(turn) { entry in
      entry.usage.llmRequests += 1
      entry.usage.llmEagerRequests += 1
    }
    tokens.begin(id, prompt: prompt)
  }

  /// A reply that was asked for early is abandoned; what it has cost is paid for all the same.
  mutating func cancelledEagerly(_ id: RequestID, usage: TokenUsage?) {
    let wasted = usage.map(TokenCount.init) ?? tokens.estimate(of: id)
    use { usage in
      usage.llmEagerCancelled += 1
      usage.llmEagerInputTokens += wasted?.input ?? 0
      usage.llmEagerOutputTokens += wasted?.output ?? 0
    }
    settle(id)
  }

  /// A request to the language model was repeated.
  mutating func retried(_ id: RequestID, prompt: [ChatMessage], at now: LabInstant) {
    retried(.llm, isFirst: true, at: now)
    ledger.update(turn) { $0.usage.llmRequests += 1 }
    tokens.begin(id, prompt: prompt)
  }

  /// A request was repeated; the facts of the `isFirst` one of a reply are those of the turn.
  mutating func retried(_ facts: RequestFacts, isFirst: Bool, at now: LabInstant) {
    ledger.update(turn) { entry in
      entry.counts.retries += 1
      guard isFirst else { return }
      entry.trace.forget(facts.voidWhenRetried)
      entry.trace.record(facts.requested, at: now)
      entry.trace.record(facts.retried, at: now)
    }
  }

  /// Counts the tokens that a service reports, or gathers what they are estimated by.
  mutating func meter(_ event: LanguageModelEvent) { charge(tokens.take(event)) }

  /// Charges a request by its texts when the provider has not counted it; once.
  mutating func settle(_ id: RequestID) { charge(tokens.settle(id)) }

  /// Charges every request that is still open.
  mutating func settleAll() {
    for charge in tokens.settleAll() { self.charge(charge) }
  }

  private mutating func charge(_ charge: TokenMeter.Charge?) {
    guard let charge else { return }
    use(charge.tokens, of: turn)
    if charge.isEstimated { use { $0.llmEstimatedRequests += 1 } }
  }

  /// Books tokens.
  mutating func use(_ tokens: TokenCount, of turn: Int?) { ledger.update(turn) { $0.usage.add(tokens) } }

  // MARK: Connections and first answers

  /// Notes what setting up the connection of the turn's first request took.
  mutating func connected(_ setup: ConnectionSetup, for facts: RequestFacts) {
    guard !setup.isReused, let total = setup.total,
      let requested = ledger.entries[turn]?.trace.last(facts.requested)
    else { return }
    note(facts.connected, at: requested + total)
    // In virtual time only over legs that are followed packet by packet: elsewhere the steps are draws of a
    // model, and their sum says all there is to say.
    guard time != .virtual || recordsConnectionSteps else { return }
    var at = requested
    if let lookup = setup.nameLookup {
      at = at + lookup
      note(facts.steps[0], at: at)
    }
    guard let connect = setup.connect else { return }
    note(facts.steps[1], at: at)
    at = at + connect
    note(facts.steps[2], at: at)
    guard let tls = setup.tls else { return }
    note(facts.steps[3], at: at + tls)
  }

  /// The first piece of an answer came, and when the other side says that it had received the request and
  /// answered.
  mutating func answered(
    _ first: TurnEvent.Kind, received: TurnEvent.Kind, sent: TurnEvent.Kind, farSide: FarSide?,
    at now: LabInstant
  ) {
    guard ledger.entries[turn]?.trace.first(first) == nil else { return }
    if let farSide {
      if let instant = farSide.received { note(received, at: instant) }
      note(sent, at: farSide.sent)
    }
    note(first, at: now)
  }

  // MARK: The device

  /// How many facts the turn has so far.
  var mark: Mark { Mark(turn: turn, count: ledger.entries[turn]?.trace.events.count ?? 0) }

  /// A place among the facts of a turn.
  struct Mark: Hashable, Sendable {
    let turn: Int
    let count: Int
  }

  /// The device got warmer or cooler.
  mutating func deviceChanged(to state: ThermalState, at now: LabInstant) {
    deviceState = state
    note(state.event, at: now)
  }

  /// Notes when the device computed, if something came of it in the turn since a mark.
  mutating func computed(from start: LabInstant, to end: LabInstant, since mark: Mark) {
    guard start < end, let entry = ledger.entries[turn] else { return }
    let before = mark.turn == turn ? mark.count : 0
    guard entry.trace.events.dropFirst(before).contains(where: { $0.at == end }) else { return }
    record(.deviceHeld, at: start)
    record(.deviceDone, at: end)
  }
}
