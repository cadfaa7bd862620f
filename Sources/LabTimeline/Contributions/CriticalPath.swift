/// The path from the end of the caller's speech to the first audible sample, cut into owned parts.
///
/// Each step ends at a fact of the trace; its part runs from the end of the step before. The parts therefore
/// sum to `turn.v2v` to the nanosecond, whatever the facts are. Steps on the far side of a network are known
/// only when the service is ours (offline, loopback); without them their time belongs to the service, as it
/// does for anybody who measures from outside. A step whose fact is missing leaves its time to the next one,
/// which then belongs to nobody: `unattributed`.
public enum CriticalPath {
  /// One step of the path.
  struct Step {
    let name: String
    let owner: Contribution.Owner
    let end: TurnEvent.Kind
    /// A step that is often unknown, or did not have to be taken, and whose absence is not a gap.
    var isFarSide = false
    /// The first try of the reply that lasted ends the step, where others end at the last fact of their kind.
    var endsAtFirstTry = false

    func instant(in trace: TurnTrace) -> LabInstant? {
      endsAtFirstTry ? trace.firstSinceCommit(end) : trace.last(end)
    }
  }

  /// The steps in the order of the turn.
  static let steps = [
    Step(name: "media.uplink", owner: .network, end: .speechEndHeard, isFarSide: true),
    Step(name: "vad.locate", owner: .pipeline, end: .speechEndLocated),
    Step(name: "turn.silence", owner: .setting, end: .endpointReached),
    Step(name: "stt.reconnect", owner: .stt, end: .sttReconnected, isFarSide: true),
    Step(name: "stt.uplink", owner: .network, end: .sttFinalizeReceived, isFarSide: true),
    Step(name: "stt.service", owner: .stt, end: .sttFinalSent, isFarSide: true),
    Step(name: "stt.wait", owner: .stt, end: .sttFinal),
    Step(name: "turn.commit", owner: .pipeline, end: .turnCommitted),
    Step(name: "context.build", owner: .pipeline, end: .llmRequested, endsAtFirstTry: true),
    Step(name: "llm.retry", owner: .llm, end: .llmRetried, isFarSide: true),
    Step(name: "llm.connect", owner: .network, end: .llmConnected, isFarSide: true),
    Step(name: "llm.uplink", owner: .network, end: .llmRequestReceived, isFarSide: true),
    Step(name: "llm.service", owner: .llm, end: .llmFirstTokenSent, isFarSide: true),
    Step(name: "llm.first_token", owner: .llm, end: .llmFirstToken),
    Step(name: "llm.reasoning", owner: .llm, end: .llmFirstAnswerToken),
    Step(name: "llm.first_sentence", owner: .llm, end: .llmFirstSentence),
    Step(name: "tts.request", owner: .pipeline, end: .ttsRequested, endsAtFirstTry: true),
    Step(name: "tts.retry", owner: .tts, end: .ttsRetried, isFarSide: true),
    Step(name: "tts.connect", owner: .network, end: .ttsConnected, isFarSide: true),
    Step(name: "tts.uplink", owner: .network, end: .ttsRequestReceived, isFarSide: true),
    Step(name: "tts.service", owner: .tts, end: .ttsFirstByteSent, isFarSide: true),
    Step(name: "tts.first_byte", owner: .tts, end: .ttsFirstByte),
    Step(name: "playout.start", owner: .pipeline, end: .playoutStarted),
    Step(name: "tts.leading_silence", owner: .tts, end: .audibleSent, isFarSide: true),
    Step(name: "tts.leading_silence", owner: .tts, end: .firstAudibleSample),
  ]

  /// The steps of a turn that one service hears and answers.
  static let speechToSpeechSteps = [
    Step(name: "media.uplink", owner: .network, end: .speechEndHeard, isFarSide: true),
    Step(name: "vad.locate", owner: .s2s, end: .speechEndLocated),
    Step(name: "turn.silence", owner: .setting, end: .endpointReached),
    Step(name: "turn.commit", owner: .pipeline, end: .turnCommitted),
    Step(name: "s2s.service", owner: .s2s, end: .ttsFirstByteSent, isFarSide: true),
    Step(name: "s2s.first_byte", owner: .s2s, end: .ttsFirstByte),
    Step(name: "playout.start", owner: .pipeline, end: .playoutStarted),
    Step(name: "s2s.leading_silence", owner: .s2s, end: .audibleSent, isFarSide: true),
    Step(name: "s2s.leading_silence", owner: .s2s, end: .firstAudibleSample),
  ]

  /// The ends of steps that are taken only after a failure; they say nothing of the far side.
  private static let recoveries: Set<TurnEvent.Kind> = [.sttReconnected, .llmRetried, .ttsRetried]

  /// The steps whose time is the way back from a service when the service's own instants are known.
  static let downlinks: [String: String] = [
    "stt.wait": "stt.downlink", "llm.first_token": "llm.downlink", "tts.first_byte": "tts.downlink",
    "s2s.first_byte": "s2s.downlink",
    "tts.leading_silence": "media.downlink", "s2s.leading_silence": "media.downlink",
  ]

  /// Explains a turn, or `nil` when it has no voice-to-voice latency.
  ///
  /// The transcript can be final before the endpoint is reached; then its steps took none of the caller's
  /// time and are clipped to the endpoint.
  public static func explain(_ trace: TurnTrace) -> [Contribution]? {
    guard let start = trace.last(.userSpeechEnded), let end = trace.last(.firstAudibleSample) else {
      return nil
    }
    var contributions: [Contribution] = []
    var cursor = start
    var gap = false
    var farSideKnown = false
    let held = DeviceSpans(trace)
    let isSpeechToSpeech = trace.last(.s2sReplyStarted) != nil
    for step in isSpeechToSpeech ? speechToSpeechSteps : steps {
      guard let fact = step.instant(in: trace) else {
        if !step.isFarSide { gap = true }
        continue
      }
      let instant = max(fact, earliest(of: step, in: trace) ?? fact)
      let device = held.time(from: cursor, to: instant)
      contributions.append(
        named(step, duration: instant - cursor - device, gap: gap, farSideKnown: farSideKnown))
      if device > .zero {
        contributions.append(Contribution(name: "device.compute", owner: .device, duration: device))
      }
      cursor = instant
      gap = false
      farSideKnown = step.isFarSide && step.owner != .network && !Self.recoveries.contains(step.end)
    }
    if cursor != end {
      contributions.append(Contribution(name: "unattributed", owner: .unattributed, duration: end - cursor))
    }
    return contributions
  }

  /// Where a step's end is held when it lies before: what was done meanwhile took none of the caller's time.
  ///
  /// A transcript can be settled before the endpoint is reached, and the language model can be asked before
  /// the turn is committed.
  private static func earliest(of step: Step, in trace: TurnTrace) -> LabInstant? {
    if isTranscript(step.end) { return trace.last(.endpointReached) }
    guard questions.contains(step.end), let commit = trace.last(.turnCommitted),
      let asked = trace.last(.llmRequested), asked < commit
    else { return nil }
    return commit
  }

  private static let questions: Set<TurnEvent.Kind> = [
    .llmRequested, .llmRetried, .llmConnected, .llmRequestReceived, .llmFirstTokenSent, .llmFirstToken,
    .llmFirstAnswerToken,
  ]

  private static func isTranscript(_ kind: TurnEvent.Kind) -> Bool {
    kind == .sttReconnected || kind == .sttFinalizeReceived || kind == .sttFinalSent || kind == .sttFinal
  }

  private static func named(
    _ step: Step, duration: Duration, gap: Bool, farSideKnown: Bool
  ) -> Contribution {
    if gap { return Contribution(name: "unattributed", owner: .unattributed, duration: duration) }
    if farSideKnown, let downlink = downlinks[step.name] {
      return Contribution(name: downlink, owner: .network, duration: duration)
    }
    return Contribution(name: step.name, owner: step.owner, duration: duration)
  }
}
