/// The settings of one conversation: what is heard as speech, when a turn ends, how a reply is spoken.
///
/// The names, units, ranges and meanings that a plan file uses are the rows of `SettingField.all`; a property
/// here that has a row there says only its default. Presets and workloads change settings, a plan's own
/// values come last.
public struct SessionSettings: Hashable, Sendable {
  // Hearing.
  public var sampleRate = 16_000
  public var bufferSize = 512
  public var uplinkMessage = Duration.zero
  public var vadThreshold = 0.5
  public var vadEnergyThresholdDBFS = -35.0
  public var vadContextWindow = 3
  public var vadSmoothingWindow = 16
  public var sttStreaming = SpeechStreaming.always
  public var preRoll = Duration.milliseconds(1000)

  // Turn taking.
  public var silenceThreshold = Duration.milliseconds(700)
  public var minTurnDuration = Duration.milliseconds(500)
  public var maxTurnDuration = Duration.seconds(120)
  public var enableSemanticTurnDetection = true
  public var endOfTurnPolicy = EndOfTurnPolicy.silence
  public var longestPause = Duration.milliseconds(3000)
  public var enablePitchCue = true
  public var enableEnergyCue = true
  public var enableSentenceCue = true
  public var enableLengthCue = true
  public var enableFillerCue = true
  public var enableConjunctionCue = true
  public var enableListCue = true
  public var enableEagerLLM = false
  public var eagerPauseShare = 0.5
  public var sttFinalize = TranscriptFinalization.onSpeechEnd
  public var transcriptTimeout = Duration.seconds(2)
  public var replyTimeout = Duration.seconds(15)
  public var sessionDuration = Duration.seconds(5400)

  // Interruption.
  public var enableBargeIn = true
  public var bargeInThreshold = 0.7
  public var enableInterruptions = true
  public var interruptionVADThreshold = 0.7
  public var interruptionCooldown = Duration.milliseconds(500)
  public var ttsClearOnInterrupt = true
  public var bargeInPolicy = BargeInPolicy.selective
  public var bargeInHold = BargeInHold.pause
  public var bargeInVoiced = Duration.milliseconds(1200)
  public var bargeInQuiet = Duration.milliseconds(350)
  public var bargeInLongestHold = Duration.milliseconds(1500)
  public var bargeInDuckDB = 18.0
  public var bargeInLevelGateDB = 8.0
  public var bargeInEchoMarginDB = 6.0

  // The device: what of the agent's voice the microphone hears, and what is done about it.
  public var enableEcho = false
  public var echoLevelDB = -25.0
  public var echoDelay = Duration.milliseconds(80)
  public var echoDecay = Duration.milliseconds(60)
  public var voiceEchoCancellation = false
  public var voiceNoiseSuppression = NoiseSuppression.off
  public var voiceGainControl = false

  // Speaking.
  public var enableEagerTTS = true
  public var ttsChunkingStrategy = ChunkingStrategy.Name.sentence
  public var ttsChunkTokens = 20
  public var sentenceBreakThreshold = 12
  public var playoutBuffer = Duration.milliseconds(40)

  // Context.
  public var maxContextTokens = 8000
  public var keepRecentTurns = 10

  // Adaptive quality.
  public var enableAdaptiveQuality = true
  public var thermalThrottleThreshold = ThermalPressure.serious
  public var throttledBufferSize = 2048

  /// The settings of the `balanced` preset.
  public init() {}

  /// Where a reply is cut into chunks.
  public var chunking: ChunkingStrategy {
    ChunkingStrategy(ttsChunkingStrategy, tokens: ttsChunkTokens)
  }
}

/// When speech to text is asked to settle what it has heard.
public enum TranscriptFinalization: String, Hashable, Sendable, CaseIterable {
  /// As soon as the detector says that speech ended, while the silence that ends the turn still runs.
  case onSpeechEnd
  /// When the turn's end is decided.
  case onEndpoint
  /// Never: the service settles its transcripts by itself.
  case never
}

/// When the microphone's sound is sent to speech to text.
public enum SpeechStreaming: String, Hashable, Sendable, CaseIterable {
  /// All the time.
  case always
  /// From a little before speech is noticed until the turn is over.
  case speech
}

/// How much WebRTC's noise suppression takes away.
public enum NoiseSuppression: String, Hashable, Sendable, CaseIterable {
  case off, low, moderate, high, veryHigh
}

/// How hot a device is, in the steps that phones report.
public enum ThermalPressure: String, Hashable, Sendable, CaseIterable, Comparable {
  case nominal, fair, serious, critical

  public static func < (left: Self, right: Self) -> Bool {
    left.severity < right.severity
  }

  private var severity: Int {
    switch self {
    case .nominal: 0
    case .fair: 1
    case .serious: 2
    case .critical: 3
    }
  }
}
