extension SettingField {
  /// All settings, in the order in which they are documented.
  public static let all: [SettingField] =
    hearing + turnTaking + endOfTurn + interruption + bargeIn + device + speaking + context + adaptiveQuality

  private static let hearing = [
    field(
      "sampleRate", .hearing, .intChoice(\.sampleRate, [16_000, 24_000, 48_000]),
      "Samples per second of the microphone, in Hz. Speech to text gets what its service asks for."),
    field(
      "bufferSize", .hearing, .int(\.bufferSize, 256...4096),
      "Samples that the microphone hands on at a time; the detector waits for them. 512 at 16 kHz are 32 ms."
    ),
    field(
      "uplinkMessageMs", .hearing, .duration(\.uplinkMessage, .milliseconds, 0...1000),
      "Sound that goes to the service in one message; 0 sends each buffer as it comes."
    ),
    field(
      "vadThreshold", .hearing, .double(\.vadThreshold, 0.05...0.95),
      "Probability from which the spectral detector takes a frame for speech. Lower hears more, noise too."
    ),
    field(
      "vadEnergyThresholdDBFS", .hearing, .double(\.vadEnergyThresholdDBFS, -80...(-5)),
      "Level from which the energy detector takes a frame for speech, in dB below full scale."),
    field(
      "vadContextWindow", .hearing, .int(\.vadContextWindow, 1...50),
      "Frames of 10 ms in a row that must be speech before speech is detected."),
    field(
      "vadSmoothingWindow", .hearing, .int(\.vadSmoothingWindow, 1...200),
      "Frames of 10 ms in a row that must be silent before speech is said to have ended: the hangover."),
    field(
      "sttStreaming", .hearing, .choice(Choice(\.sttStreaming)),
      "Whether speech to text gets the microphone's sound all the time, or only while somebody has the turn."
    ),
    field(
      "preRollMs", .hearing, .duration(\.preRoll, .milliseconds, 0...5000),
      "Sound from before speech was noticed that speech to text gets as well, where it does not get all of it."
    ),
  ]

  private static let turnTaking = [
    field(
      "silenceThresholdMs", .turnTaking, .duration(\.silenceThreshold, .milliseconds, 0...10_000),
      "Silence that ends a turn, counted from where speech ended; the hangover is part of it."),
    field(
      "minTurnDuration", .turnTaking, .duration(\.minTurnDuration, .seconds, 0...10),
      "A turn does not end earlier than this after its beginning."),
    field(
      "maxTurnDuration", .turnTaking, .duration(\.maxTurnDuration, .seconds, 1...3600),
      "A turn ends at this length even if the caller goes on."),
    field(
      "enableSemanticTurnDetection", .turnTaking, .bool(\.enableSemanticTurnDetection),
      "Whether a turn ends when speech to text says that the caller has finished, without the full silence."
    ),
    field(
      "sttFinalize", .turnTaking, .choice(Choice(\.sttFinalize)),
      "When speech to text is asked to settle its transcript: when speech ends, when the turn ends, or never."
    ),
    field(
      "transcriptTimeout", .turnTaking, .duration(\.transcriptTimeout, .seconds, 0.05...30),
      "How long a finished turn waits for its settled transcript before it continues with what it has."),
    field(
      "replyTimeout", .turnTaking, .duration(\.replyTimeout, .seconds, 0.5...120),
      "How long a turn waits for an audible reply before it fails."),
    field(
      "sessionDuration", .turnTaking, .duration(\.sessionDuration, .seconds, 1...86_400),
      "The session ends after this long."),
  ]

  private static let interruption = [
    field(
      "enableBargeIn", .interruption, .bool(\.enableBargeIn),
      "Whether the microphone is listened to while the agent speaks."),
    field(
      "bargeInThreshold", .interruption, .double(\.bargeInThreshold, 0...1),
      "Probability of speech from which sound over the agent's voice is listened to."),
    field(
      "enableInterruptions", .interruption, .bool(\.enableInterruptions),
      "Whether the caller can take the floor: stop a reply, or take back a turn that is not answered yet."),
    field(
      "interruptionVADThreshold", .interruption, .double(\.interruptionVADThreshold, 0...1),
      "Probability of speech from which a reply is stopped. The larger of this and bargeInThreshold counts."),
    field(
      "interruptionCooldown", .interruption, .duration(\.interruptionCooldown, .seconds, 0...10),
      "After an interruption, none is taken for this long."),
    field(
      "ttsClearOnInterrupt", .interruption, .bool(\.ttsClearOnInterrupt),
      "Whether an interruption also tells speech synthesis to drop what it has not delivered."),
  ]

  private static let speaking = [
    field(
      "enableEagerTTS", .speaking, .bool(\.enableEagerTTS),
      "Whether a reply is spoken chunk by chunk as it is written, or synthesised as a whole at its end."
    ),
    field(
      "ttsChunkingStrategy", .speaking, .choice(Choice(\.ttsChunkingStrategy)),
      "Where a reply is cut: after sentences, also after clauses, or every ttsChunkTokens tokens."),
    field(
      "ttsChunkTokens", .speaking, .int(\.ttsChunkTokens, 1...60),
      "Tokens of a chunk when the strategy is fixedTokens; about four characters make one."),
    field(
      "sentenceBreakThreshold", .speaking, .int(\.sentenceBreakThreshold, 1...200),
      "The fewest characters of a chunk. A shorter sentence is spoken together with the next."),
    field(
      "playoutBufferMs", .speaking, .duration(\.playoutBuffer, .milliseconds, 0...1000),
      "Audio that must have arrived before a reply begins to play. More means fewer gaps and a later start."),
  ]

  private static let context = [
    field(
      "maxContextTokens", .context, .int(\.maxContextTokens, 128...1_000_000),
      "Estimated tokens of a prompt above which older turns are folded into a summary."),
    field(
      "keepRecentTurns", .context, .int(\.keepRecentTurns, 1...1000),
      "Turns that are kept word for word as long as they fit."),
  ]

  private static let adaptiveQuality = [
    field(
      "enableAdaptiveQuality", .adaptiveQuality, .bool(\.enableAdaptiveQuality),
      "Whether a hot device works with larger buffers until it has cooled down."),
    field(
      "thermalThrottleThreshold", .adaptiveQuality, .choice(Choice(\.thermalThrottleThreshold)),
      "The thermal pressure from which a device counts as hot."),
    field(
      "throttledBufferSize", .adaptiveQuality, .int(\.throttledBufferSize, 256...4096),
      "The bufferSize of a hot device."),
  ]

  static func field(_ key: String, _ group: Group, _ kind: Kind, _ summary: String) -> SettingField {
    SettingField(key: key, group: group, kind: kind, summary: summary)
  }
}
