import LabConversation
import LabProviders
import LabRecord
import LabTimeline

/// Keeps the books of a conversation: which facts, counts and usage belong to which turn.
struct TurnLedger: Sendable {
  /// A turn that is not over, or whose true speech is not.
  struct Entry: Sendable {
    var trace = TurnTrace()
    var counts = TurnCounts()
    var usage = Usage()
    /// The caller's utterances that the turn is about.
    var utterances: [Int] = []
    var transcript: String?
  }

  /// An utterance of the script, as it was truly spoken.
  struct SpokenUtterance: Sendable {
    var began: LabInstant
    /// When its last sample of speech is past by the script, whenever the frame that holds it is handed on.
    var ends: LabInstant
    /// When that frame was handed on.
    var sent: LabInstant?
    /// When that sample came out of the pipeline's jitter buffer.
    var heard: LabInstant?
    var isClaimed = false
  }

  let script: CallerScript
  private(set) var entries: [Int: Entry] = [:]
  private(set) var spoken: [Int: SpokenUtterance] = [:]
  /// What belongs to no turn.
  var unassigned = Entry()
  private(set) var recorded = 0
  /// How long the conversation began after it was due; `nil` when it was due at no instant.
  var wait: Duration?
  /// The utterance that interrupts the present reply, until it has been judged.
  private var interruption: Int?

  init(script: CallerScript) {
    self.script = script
  }

  /// Changes a turn's entry, or what belongs to no turn when there is none.
  mutating func update(_ turn: Int?, _ change: (inout Entry) -> Void) {
    // By its place: asking whether there is an entry would copy it, and this is done for every frame.
    if let turn, let index = entries.index(forKey: turn) {
      change(&entries.values[index])
    } else {
      change(&unassigned)
    }
  }

  /// The caller truly began to speak. `listening` is the turn in which the pipeline listens, `replying` the
  /// one whose reply is audible.
  mutating func callerBegan(
    utterance: Int, began: LabInstant, ends: LabInstant, listening: Int?, replying: Int?
  ) {
    spoken[utterance] = SpokenUtterance(began: began, ends: ends)
    if let replying {
      interruption = utterance
      let isReal = script.utterances[utterance].kind == .speech
      update(replying) { entry in
        entry.trace.recordFirst(.interruptionStarted, at: began)
        if isReal { entry.counts.interruptions += 1 }
      }
    } else if let listening {
      claim(utterance, for: listening)
    }
  }

  /// The frame with an utterance's last sample of speech was handed on.
  mutating func sent(utterance: Int, at now: LabInstant) {
    spoken[utterance]?.sent = now
    for turn in entries.filter({ $0.value.utterances.contains(utterance) }).keys {
      update(turn) { $0.trace.record(.speechEndSent, at: now) }
    }
  }

  /// The last sample of an utterance came out of the pipeline's jitter buffer.
  mutating func heard(utterance: Int, at instant: LabInstant) {
    spoken[utterance]?.heard = instant
    for turn in entries.filter({ $0.value.utterances.contains(utterance) }).keys {
      update(turn) { $0.trace.record(.speechEndHeard, at: instant) }
    }
  }

  /// A turn begins and takes the utterance that is being spoken, or that ended just now and nobody has taken.
  mutating func begin(_ turn: Int, at now: LabInstant) {
    entries[turn] = Entry()
    for (index, utterance) in spoken.sorted(by: { $0.key < $1.key })
    where utterance.ends > now || (!utterance.isClaimed && utterance.ends > now - .seconds(1)) {
      claim(index, for: turn)
    }
  }

  private mutating func claim(_ index: Int, for turn: Int) {
    guard let utterance = spoken[index] else { return }
    spoken[index]?.isClaimed = true
    let ends = ends(of: utterance, at: index)
    update(turn) { entry in
      entry.utterances.append(index)
      if !utterance.isClaimed { entry.trace.record(.userSpeechStarted, at: utterance.began) }
      for fact in ends { entry.trace.record(fact.kind, at: fact.at) }
    }
  }

  /// When an utterance truly ended, was to end and was handed on.
  ///
  /// Only the first utterance would have come earlier in a conversation that did not have to wait: those
  /// after it answer what the caller heard.
  private func ends(of utterance: SpokenUtterance, at index: Int) -> [TurnEvent] {
    var facts = [TurnEvent(.userSpeechEnded, at: utterance.ends)]
    if let wait {
      facts.append(TurnEvent(.speechEndIntended, at: utterance.ends - (index == 0 ? wait : .zero)))
    }
    if let sent = utterance.sent { facts.append(TurnEvent(.speechEndSent, at: sent)) }
    if let heard = utterance.heard { facts.append(TurnEvent(.speechEndHeard, at: heard)) }
    return facts
  }

  /// The turn was committed; too early when the caller had not truly finished.
  ///
  /// - Parameter transcript: What was understood; `nil` when that is known later, or never.
  mutating func committed(_ turn: Int, transcript: String?, at now: LabInstant) {
    update(turn) { entry in
      if let transcript { entry.transcript = transcript }
      if let ends = entry.trace.last(.userSpeechEnded), now < ends { entry.counts.falseCutoffs += 1 }
    }
  }

  /// The pipeline took what it heard for an interruption: rightly, or not.
  ///
  /// - Parameter cause: What it was, where that is known better than by what the caller said last.
  mutating func yielded(_ turn: Int, to cause: InterruptionTrial.Kind? = nil) {
    let kind = cause ?? interruption.map { .sound(script.utterances[$0].kind) }
    interruption = nil
    update(turn) { entry in
      switch kind {
      case .sound(.speech): entry.counts.interruptionsSucceeded += 1
      case .sound(.backchannel): entry.counts.falseYieldsBackchannel += 1
      case .echo: entry.counts.falseYieldsEcho += 1
      case .sound, .nothing, nil: entry.counts.falseYieldsNoise += 1
      }
    }
  }

  /// Closes a turn and returns its record; `nil` for a false start: nobody had said anything, nothing was
  /// answered.
  mutating func end(
    _ turn: Int, outcome: TurnOutcome, conversation: ConversationIdentity
  ) -> TurnRecord? {
    guard var entry = entries.removeValue(forKey: turn) else { return nil }
    interruption = nil
    let hasSpeech = entry.utterances.contains { script.utterances[$0].kind == .speech }
    if !hasSpeech, case .missed = outcome {
      unassigned.counts.falseStarts += 1
      unassigned.counts.add(entry.counts)
      unassigned.usage.add(entry.usage)
      return nil
    }
    if case .missed = outcome { entry.counts.missedTurns += 1 }
    countWordErrors(in: &entry)
    return record(entry, outcome: outcome, conversation: conversation)
  }

  /// Records an utterance that no turn took up.
  ///
  /// - Parameter failure: Why there was nobody to hear it, when that is known.
  mutating func miss(
    conversation: ConversationIdentity, failure: ProviderFailure? = nil
  ) -> [TurnRecord] {
    spoken.filter { !$0.value.isClaimed }.keys.sorted().compactMap { index in
      spoken[index]?.isClaimed = true
      guard script.utterances[index].kind == .speech, let utterance = spoken[index] else { return nil }
      var entry = Entry()
      entry.trace.record(.userSpeechStarted, at: utterance.began)
      for fact in ends(of: utterance, at: index) { entry.trace.record(fact.kind, at: fact.at) }
      if let failure {
        return record(
          entry, outcome: .failed(stage: .s2s, reason: failure.code), conversation: conversation)
      }
      entry.counts.missedTurns = 1
      return record(entry, outcome: .missed(reason: "not_heard"), conversation: conversation)
    }
  }

  private mutating func record(
    _ entry: Entry, outcome: TurnOutcome, conversation: ConversationIdentity
  ) -> TurnRecord {
    defer { recorded += 1 }
    return TurnRecord(
      conversation: conversation, turn: recorded, outcome: outcome, events: entry.trace.sorted(),
      counts: entry.counts, usage: entry.usage)
  }

  private func countWordErrors(in entry: inout Entry) {
    guard let transcript = entry.transcript else { return }
    let reference = entry.utterances.map { script.utterances[$0].transcript }.joined(separator: " ")
    let (words, errors) = WordErrors.count(reference: reference, hypothesis: transcript)
    entry.counts.words += words
    entry.counts.wordErrors += errors
  }
}
