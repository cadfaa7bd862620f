/// Every latency the lab knows, each defined once. Documentation and reports are made from this list.
public enum MetricCatalogue {
  /// All metrics in the order in which reports show them.
  public static let all: [LatencyMetric] =
    detector + turnTaking + speechToText + languageModel + speechSynthesis + playout + interruption + network
    + connectionParts

  /// The metric of a name, with or without its unit (`turn.v2v` or `turn.v2v_ms`).
  public static func metric(_ name: String) -> LatencyMetric? {
    all.first { $0.id == name || $0.key == name }
  }

  /// Voice to voice, the figure that the others explain.
  public static let voiceToVoice = LatencyMetric(
    id: "turn.v2v",
    summary: "The silence a caller hears between the end of their speech and the first audible reply.",
    start: .truth(.userSpeechEnded, "true end of the caller's speech"),
    end: .last(.firstAudibleSample, "first audible sample of the reply at the sink"),
    note: "Measured, not summed. Leading silence that a voice pads on is inside; so is playout buffering. "
      + "Negative when the reply began before the caller had finished.",
    group: .turn)

  /// Service latency: what the pipeline and its services took, whatever the lab itself was late by.
  public static let voiceToVoiceSent = LatencyMetric(
    id: "turn.v2v_sent",
    summary: "Service latency: from handing on the end of the caller's speech to the first audible reply.",
    start: .last(.speechEndSent, "frame with the last sample of speech handed on"),
    end: .last(.firstAudibleSample, "first audible sample of the reply at the sink"),
    note: "Leaves out the wait for a full capture buffer and the lab's own lateness; turn.v2v contains both. "
      + "Only in real time: virtual time is never late.",
    group: .turn)

  /// Response latency: what a caller lived through who called when the conversation was due.
  public static let voiceToVoiceIntended = LatencyMetric(
    id: "turn.v2v_intended",
    summary: "Response latency: voice to voice for a caller who called when the conversation was due.",
    start: .last(
      .speechEndIntended, "end of the caller's speech, had the conversation begun when it was due"),
    end: .last(.firstAudibleSample, "first audible sample of the reply at the sink"),
    note:
      "turn.v2v plus, in the turn of the conversation's first utterance, the wait for a free line. Later turns "
      + "follow what the caller heard and inherit no wait. Only in real time with an open arrival.",
    group: .turn)

  static let detector = [
    LatencyMetric(
      id: "vad.onset", summary: "How late the detector noticed that the caller began to speak.",
      start: .first(.userSpeechStarted, "true start of speech"),
      end: .first(.speechDetected, "detector says speech"),
      note: "Contains the wait for a full capture buffer and the context window.", group: .detector),
    LatencyMetric(
      id: "vad.offset", summary: "How late the detector noticed that the caller had stopped.",
      start: .truth(.userSpeechEnded, "true end of speech"),
      end: .last(.speechEndDetected, "detector says silence"),
      note: "Contains the smoothing window (hangover). Negative when it gave up before the end.",
      group: .detector),
  ]

  static let turnTaking = [
    voiceToVoice, voiceToVoiceSent, voiceToVoiceIntended,
    LatencyMetric(
      id: "turn.endpointing", summary: "From the end of speech to the commit of the turn.",
      start: .truth(.userSpeechEnded, "true end of speech"),
      end: .last(.turnCommitted, "turn committed"),
      note: "Negative is a false cut-off: the turn was committed before the caller had finished.",
      group: .turn),
  ]

  static let speechToText = [
    LatencyMetric(
      id: "stt.first_partial", summary: "From the start of speech to the first partial transcript.",
      start: .first(.userSpeechStarted, "true start of speech"),
      end: .first(.sttPartial, "first partial transcript"),
      note: "Depends on the length of the first words as well as on the service.", group: .stt),
    LatencyMetric(
      id: "stt.ttfs", summary: "From the end of speech to the final transcript that the turn used.",
      start: .truth(.userSpeechEnded, "true end of speech"),
      end: .last(.sttFinal, "final transcript"),
      note: "Contains the wait of whoever decides that the transcript is final.", group: .stt),
    LatencyMetric(
      id: "stt.finalize", summary: "From the request to finalise to the final transcript.",
      start: .last(.sttFinalizeSent, "finalise request sent"),
      end: .next(.sttFinal, "final transcript"),
      note: "No value when the service finalised by itself.", group: .stt),
  ]

  static let languageModel = [
    LatencyMetric(
      id: "context.build", summary: "From the commit of the turn to the request to the model.",
      start: .last(.turnCommitted, "turn committed"),
      end: .next(.llmRequested, "request sent"),
      note: "Context window, compression and retrieval happen here.", group: .llm),
    LatencyMetric(
      id: "llm.ttft", summary: "From the request to the first token of any kind.",
      start: .last(.llmRequested, "request sent"),
      end: .last(.llmFirstToken, "first token"),
      note: "Contains connecting when no connection could be reused. Reasoning tokens count.", group: .llm),
    LatencyMetric(
      id: "llm.ttfat", summary: "From the request to the first token of the answer.",
      start: .last(.llmRequested, "request sent"),
      end: .last(.llmFirstAnswerToken, "first answer token"),
      note: "Reasoning and empty deltas do not count.", group: .llm),
    LatencyMetric(
      id: "llm.ttfs", summary: "From the request to the first speakable chunk.",
      start: .last(.llmRequested, "request sent"),
      end: .last(.llmFirstSentence, "first chunk leaves the chunker"),
      note: "Depends on the chunking strategy and on how the model begins.", group: .llm),
  ]

  static let speechSynthesis = [
    LatencyMetric(
      id: "tts.ttfb", summary: "From the first chunk's request to its first audio byte.",
      start: .last(.ttsRequested, "request sent"),
      end: .last(.ttsFirstByte, "first audio byte"),
      note: "Says nothing about when the audio becomes audible.", group: .tts),
    LatencyMetric(
      id: "tts.ttfa", summary: "From the first chunk's request to its first audible sample.",
      start: .last(.ttsRequested, "request sent"),
      end: .last(.ttsFirstAudible, "first audible sample arrived"),
      note: "Audible: above −40 dBFS and at least 50 ms voiced. The instant at which that sample arrived.",
      group: .tts),
  ]

  static let playout = [
    LatencyMetric(
      id: "playout.start", summary: "From the first audio byte to the first audible sample at the sink.",
      start: .last(.ttsFirstByte, "first audio byte"),
      end: .last(.firstAudibleSample, "first audible sample at the sink"),
      note: "Playout buffering plus the silence that the voice pads on.", group: .playout)
  ]

  static let interruption = [
    LatencyMetric(
      id: "bargein.detect", summary: "From the true onset of an interruption to its detection.",
      start: .first(.interruptionStarted, "true onset of the interruption"),
      end: .first(.bargeInDetected, "interruption detected"),
      note: "Only for interruptions that were detected; with the selective policy, when it decided.",
      group: .interruption),
    LatencyMetric(
      id: "bargein.stop", summary: "From the true onset of an interruption to silence at the sink.",
      start: .first(.interruptionStarted, "true onset of the interruption"),
      end: .first(.playoutSilent, "sink is silent"),
      note: "Only for interruptions that made the agent stop.", group: .interruption),
  ]

  static let network = [
    LatencyMetric(
      id: "net.llm_setup", summary: "Setting up a new connection to the language model.",
      start: .last(.llmRequested, "request handed over"),
      end: .last(.llmConnected, "connection ready"),
      note: "Name lookup, TCP and TLS together. No value when an open connection was reused: cold only.",
      group: .network),
    LatencyMetric(
      id: "net.tts_setup", summary: "Setting up a new connection for the first chunk's synthesis.",
      start: .last(.ttsRequested, "request handed over"),
      end: .last(.ttsConnected, "connection ready"),
      note: "As for the model. A WebSocket that is opened with the conversation never has a value.",
      group: .network),
  ]

  /// The parts of setting up a new connection, where the transport tells them apart.
  static let connectionParts =
    parts(
      of: .llm, "the language model", requested: .llmRequested, resolved: .llmNameResolved,
      began: .llmConnectBegan, open: .llmTransportOpen, secured: .llmSecured)
    + parts(
      of: .tts, "the first chunk's synthesis", requested: .ttsRequested, resolved: .ttsNameResolved,
      began: .ttsConnectBegan, open: .ttsTransportOpen, secured: .ttsSecured)
    + [
      LatencyMetric(
        id: "net.tts_upgrade",
        summary: "Making a new connection for the first chunk's synthesis a WebSocket.",
        start: .last(.ttsSecured, "TLS handshake done"), end: .last(.ttsConnected, "connection ready"),
        note: "Contains the service's own time to accept. Zero for HTTP, which needs no upgrade.",
        group: .network)
    ]

  private static func parts(
    of stage: Stage, _ what: String, requested: TurnEvent.Kind, resolved: TurnEvent.Kind,
    began: TurnEvent.Kind, open: TurnEvent.Kind, secured: TurnEvent.Kind
  ) -> [LatencyMetric] {
    [
      LatencyMetric(
        id: "net.\(stage.rawValue)_dns", summary: "Looking up the name for a new connection to \(what).",
        start: .last(requested, "request handed over"), end: .last(resolved, "name resolved"),
        note: "No value for an address that needs no lookup, nor when a connection was reused.",
        group: .network),
      LatencyMetric(
        id: "net.\(stage.rawValue)_connect", summary: "Opening TCP for a new connection to \(what).",
        start: .last(began, "connecting began"), end: .last(open, "TCP connection open"),
        note: "One round trip, or more when a packet was lost. No value when a connection was reused.",
        group: .network),
      LatencyMetric(
        id: "net.\(stage.rawValue)_tls", summary: "The TLS handshake of a new connection to \(what).",
        start: .last(open, "TCP connection open"), end: .last(secured, "TLS handshake done"),
        note: "No value without TLS, nor when a connection was reused.", group: .network),
    ]
  }
}

extension LatencyMetric.Anchor {
  /// The first fact of a kind.
  static func first(_ kind: TurnEvent.Kind, _ text: String) -> Self {
    Self(kind: kind, occurrence: .first, text: text)
  }

  /// The last fact of a kind: a turn that was taken back is measured by its second, lasting reply.
  static func last(_ kind: TurnEvent.Kind, _ text: String) -> Self {
    Self(kind: kind, occurrence: .last, text: text)
  }

  /// The first fact that does not come before the start.
  static func next(_ kind: TurnEvent.Kind, _ text: String) -> Self {
    Self(kind: kind, occurrence: .next, text: text)
  }

  /// A label of the corpus; the last one, because a turn can hold two utterances.
  static func truth(_ kind: TurnEvent.Kind, _ text: String) -> Self {
    .last(kind, text)
  }
}
