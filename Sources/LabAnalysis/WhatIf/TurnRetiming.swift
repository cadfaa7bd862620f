public import LabTimeline

/// Asks of a recorded turn what it would have been, had some of its stages taken another time.
///
/// The facts of a turn follow from each other. The turn ends when its silence has passed, or when the service
/// says so; it is committed when it has ended and its transcript is there, whichever is later; the model is
/// asked then, the first chunk is synthesised when it is whole, and the sink plays what has arrived. Every
/// fact keeps its distance from the one that it follows from, but where that distance is what was changed.
/// What no rule explains, the moments between a cause and its effect, stays as it was measured. Without a
/// change, every turn is what it was, to the nanosecond.
///
/// The maximum of end and transcript is the point: 100 ms less of speech to text gain nothing in a turn whose
/// transcript was there before its silence had passed.
public struct TurnRetiming: Hashable, Sendable {
  /// What changes.
  public var latencies: [TurnStage: LatencyChange]
  /// The silence that ended turns, and the one that would; `nil` when it stays.
  public var silence: Silence?

  /// A change of the silence that ends a turn.
  public struct Silence: Hashable, Sendable {
    public var from: Duration
    public var to: Duration

    public init(from: Duration, to: Duration) {
      self.from = from
      self.to = to
    }
  }

  /// How late real time may notice that a silence has passed; a turn that ended later ended for another
  /// reason.
  private static let lateness = Duration.milliseconds(50)

  public init(latencies: [TurnStage: LatencyChange] = [:], silence: Silence? = nil) {
    self.latencies = latencies
    self.silence = silence
  }

  /// Which stages cannot be changed in a record, because it does not have what they are made of.
  public static let unknownStages: Set<TurnStage> = [.firstPartial, .endOfTurn]

  /// The turn as it would have been; a turn that was never committed stays as it is.
  public func retimed(_ trace: TurnTrace) -> TurnTrace {
    guard let facts = Facts(trace) else { return trace }
    var moves = Moves()
    listen(facts, &moves)
    if trace.last(.s2sReplyStarted) != nil {
      answer(facts, &moves)
    } else {
      think(facts, &moves)
      speak(facts, &moves)
    }
    hear(facts, &moves)
    let commit = facts.commit + moves.commit
    // A final transcript that comes after the commit is in no record.
    return TurnTrace(
      events: trace.events.map { moves.moved($0, facts) }
        .filter { !Moves.transcripts.contains($0.kind) || $0.at <= commit })
  }

  // MARK: Up to the commit

  private func listen(_ facts: Facts, _ moves: inout Moves) {
    let endedBySilence = facts.endedBySilence(silence?.from, lateness: Self.lateness)
    var end = Duration.zero
    if let silence, endedBySilence, let due = facts.silenceDue(silence.from),
      let other = facts.silenceDue(silence.to)
    {
      end = other - due
    }
    let asked = facts.finalizeSent.map { $0 >= facts.endpoint } == true ? end : .zero
    var transcript = asked
    if let final = facts.transcript {
      transcript = asked + transcriptChange(facts, final)
      if facts.endedByService {
        end = transcript
        if let silence, let due = facts.silenceDue(silence.to) { end = min(end, due - facts.endpoint) }
      }
    }
    moves.set([.endpointReached], end)
    moves.set([.sttFinalizeSent, .sttFinalizeReceived], asked)
    moves.set([.sttFinalSent, .sttFinal], transcript)
    guard let final = facts.transcript else {
      moves.commit = end
      return
    }
    let before = max(facts.endpoint, final)
    moves.commit = max(facts.endpoint + end, final + transcript) - before
  }

  private func transcriptChange(_ facts: Facts, _ final: LabInstant) -> Duration {
    var sum = Duration.zero
    if let change = latencies[.transcript] {
      if let asked = facts.finalizeSent, asked <= final {
        let service = facts.transcriptService ?? final - asked
        sum += change.applied(to: service) - service
      } else if case .by(let difference) = change {
        sum += difference
      }
    }
    if let change = latencies[.finalize], let asked = facts.finalizeSent, asked <= final {
      let service = facts.transcriptService ?? final - asked
      sum += change.applied(to: service) - service
    }
    return sum
  }

  // MARK: The reply

  private func think(_ facts: Facts, _ moves: inout Moves) {
    let start = moves.commit
    moves.set([.llmRequested, .llmRetried, .llmConnected, .llmRequestReceived], start)
    let asked = facts.trace.last(.llmConnected) ?? facts.trace.last(.llmRequested)
    let firstToken =
      start
      + difference(
        .firstToken,
        facts.service(from: .llmRequestReceived, to: .llmFirstTokenSent)
          ?? facts.span(asked, .llmFirstToken))
    moves.set([.llmFirstTokenSent, .llmFirstByte, .llmFirstToken, .llmFirstAnswerToken], firstToken)
    let spoken = facts.trace.last(.llmFirstAnswerToken)
    moves.set(
      [.llmFirstSentence], firstToken + difference(.tokenInterval, facts.span(spoken, .llmFirstSentence)))
    moves.set([.llmDone], firstToken + difference(.tokenInterval, facts.span(spoken, .llmDone)))
  }

  private func speak(_ facts: Facts, _ moves: inout Moves) {
    // Without eager synthesis the first chunk waits for the whole reply.
    let waits = facts.trace.last(.ttsRequested).flatMap { asked in
      facts.trace.last(.llmDone).map { $0 <= asked }
    }
    let start = moves[waits == true ? .llmDone : .llmFirstSentence]
    moves.set([.ttsRequested, .ttsRetried, .ttsConnected, .ttsRequestReceived], start)
    let asked = facts.trace.last(.ttsConnected) ?? facts.trace.last(.ttsRequested)
    let service =
      facts.service(from: .ttsRequestReceived, to: .ttsFirstByteSent) ?? facts.span(asked, .ttsFirstByte)
    moves.set([.ttsFirstByteSent, .ttsFirstByte, .playoutStarted], start + difference(.firstAudio, service))
  }

  /// One service hears and answers.
  private func answer(_ facts: Facts, _ moves: inout Moves) {
    let service = facts.span(facts.commit, .ttsFirstByteSent) ?? facts.span(facts.commit, .ttsFirstByte)
    moves.set([.llmDone, .s2sReplyStarted], moves.commit)
    moves.set(
      [.ttsFirstByteSent, .ttsFirstByte, .playoutStarted], moves.commit + difference(.reply, service))
  }

  private func hear(_ facts: Facts, _ moves: inout Moves) {
    let start = moves[.ttsFirstByte]
    let padding = facts.span(facts.trace.last(.playoutStarted), .firstAudibleSample)
    let audible = start + difference(.leadingSilence, padding)
    moves.set(
      [
        .ttsFirstAudible, .ttsDone, .firstAudibleSample, .underrun, .playoutFinished, .interruptionStarted,
        .bargeInDetected, .ttsCancelled, .playoutSilent,
      ], audible)
  }

  private func difference(_ stage: TurnStage, _ latency: Duration?) -> Duration {
    guard let latency, let change = latencies[stage] else { return .zero }
    return change.applied(to: latency) - latency
  }
}

extension TurnRetiming {
  /// What is asked of a trace, each once.
  private struct Facts {
    let trace: TurnTrace
    let endpoint: LabInstant
    let commit: LabInstant
    let located: LabInstant?
    let detected: LabInstant?
    let finalizeSent: LabInstant?
    /// The final transcript that the commit waited for, if it had one: the first after it was asked for. A
    /// service may send another of its own accord.
    let transcript: LabInstant?

    init?(_ trace: TurnTrace) {
      guard let endpoint = trace.last(.endpointReached), let commit = trace.last(.turnCommitted) else {
        return nil
      }
      self.trace = trace
      self.endpoint = endpoint
      self.commit = commit
      located = trace.last(.speechEndLocated)
      detected = trace.last(.speechEndDetected)
      let asked = trace.last(.sttFinalizeSent)
      finalizeSent = asked
      let finals = trace.events.filter { $0.kind == .sttFinal && $0.at <= commit }.map(\.at)
      transcript = finals.filter { final in asked.map { final >= $0 } ?? false }.min() ?? finals.max()
    }

    /// What the service took for that transcript, where its own instants are known.
    var transcriptService: Duration? {
      guard let asked = finalizeSent, let transcript,
        let sent = latest(.sttFinalSent, from: asked, to: transcript),
        let received = latest(.sttFinalizeReceived, from: asked, to: sent)
      else { return nil }
      return sent - received
    }

    private func latest(_ kind: TurnEvent.Kind, from start: LabInstant, to end: LabInstant) -> LabInstant? {
      trace.events.filter { $0.kind == kind && $0.at >= start && $0.at <= end }.map(\.at).max()
    }

    /// When a silence would have passed and been noticed.
    func silenceDue(_ silence: Duration) -> LabInstant? {
      located.map { max($0 + silence, detected ?? $0) }
    }

    /// The service ended the turn together with its transcript.
    var endedByService: Bool {
      guard let transcript, finalizeSent.map({ $0 > transcript }) ?? true else { return false }
      return abs((endpoint - transcript).nanoseconds) <= 5_000_000
    }

    func endedBySilence(_ silence: Duration?, lateness: Duration) -> Bool {
      guard let silence, let due = silenceDue(silence) else { return false }
      return endpoint >= due && endpoint <= due + lateness
    }

    /// The time between two facts of the far side, when both are of the reply that lasted.
    func service(from start: TurnEvent.Kind, to end: TurnEvent.Kind) -> Duration? {
      guard let from = trace.last(start), let to = trace.last(end), to >= from else { return nil }
      return to - from
    }

    func span(_ start: LabInstant?, _ end: TurnEvent.Kind) -> Duration? {
      guard let start, let end = trace.last(end), end >= start else { return nil }
      return end - start
    }
  }

  /// How far each fact moves.
  private struct Moves {
    var commit = Duration.zero
    private var moves: [TurnEvent.Kind: Duration] = [:]

    /// Facts before the commit, of which only the last is the turn's.
    private static let listening: Set<TurnEvent.Kind> = [.endpointReached, .sttFinalizeSent]
    /// Facts of which all since the request are the turn's.
    static let transcripts: Set<TurnEvent.Kind> = [.sttFinalizeReceived, .sttFinalSent, .sttFinal]

    subscript(kind: TurnEvent.Kind) -> Duration { moves[kind] ?? .zero }

    mutating func set(_ kinds: [TurnEvent.Kind], _ move: Duration) {
      for kind in kinds { moves[kind] = move }
    }

    func moved(_ event: TurnEvent, _ facts: Facts) -> TurnEvent {
      if event.kind == .turnCommitted {
        return event.at == facts.commit ? TurnEvent(event.kind, at: event.at + commit) : event
      }
      guard let move = moves[event.kind] else { return event }
      let isOfTurn =
        if Self.listening.contains(event.kind) {
          event.at == facts.trace.last(event.kind)
        } else if Self.transcripts.contains(event.kind) {
          event.at >= facts.finalizeSent ?? facts.transcript ?? facts.commit
        } else {
          event.at >= facts.commit
        }
      return isOfTurn ? TurnEvent(event.kind, at: event.at + move) : event
    }
  }
}
