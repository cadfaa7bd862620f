public import LabRecord
import LabTimeline

/// The plan of a calibration: an ordinary plan file whose every delay is fixed, and so known.
public struct CalibrationPlan: Hashable, Sendable {
  /// The name of the plan and of its corpus.
  public static let name = "calibration"
  /// The only conversation of the corpus.
  public static let conversation = "calibration"
  /// The workload that the conversation runs as.
  public static let workload = "tutor"

  /// What is planted.
  public let delays: PlantedDelays
  /// The seed of the run, which also drew the delays.
  public let seed: UInt64
  /// How often every conversation runs in every cell in real time; once is enough in virtual time.
  public let repeats: Int
  /// How many conversations run at once in real time.
  public let concurrency: Int

  /// - Parameter isQuick: A few seconds in place of a minute: eight cells, each once.
  public init(seed: UInt64, isQuick: Bool) {
    self.seed = seed
    delays = PlantedDelays(seed: seed, isQuick: isQuick)
    repeats = isQuick ? 1 : 2
    concurrency = isQuick ? 8 : 18
  }

  // What the truth is worked out from, beside the delays. All of it stands in the plan.

  /// Samples of a microphone buffer.
  static let bufferSize = 512
  /// Frames of 10 ms that must be loud in a row before speech is detected.
  static let contextWindow = 3
  /// Frames of 10 ms that must be quiet in a row before it is over.
  static let smoothingWindow = 8
  /// The level from which a frame is loud.
  static let thresholdDBFS = -35.0
  /// The silence that ends a turn.
  static let silence: Int64 = 500_000_000
  /// The least length of a turn.
  static let minimumTurn: Int64 = 200_000_000
  /// Audio between two interim results, in milliseconds.
  static let interimCadenceMilliseconds = 300
  /// Audio in a message of the synthesiser, in milliseconds.
  static let messageMilliseconds = 60
  /// How many times faster than real time those messages come.
  static let deliverySpeed = 10

  /// The text of the plan.
  ///
  /// - Parameters:
  ///   - corpus: The folder of the corpus.
  ///   - networks: The names of the network profiles.
  ///   - repeats: How often every conversation runs in every cell.
  public func yaml(corpus: String, networks: [String], repeats: Int) -> String {
    let lines =
      [
        "name: \(Self.name)", "corpus: \(Self.quoted(corpus))",
        "workloads: [ { workload: \(Self.workload), conversations: [\(Self.conversation)] } ]", "matrix:",
        "  stt: [\(delays.recognisers.map(\.provider).joined(separator: ", "))]",
        "  llm: [\(delays.models.map(\.provider).joined(separator: ", "))]",
        "  tts: [\(delays.synthesisers.map(\.provider).joined(separator: ", "))]", "  vad: [energy]",
        "  network: [\(networks.joined(separator: ", "))]", "repeats: \(repeats)",
        "concurrency: \(concurrency)", "seed: \(seed)",
      ] + settings + emulation
    return lines.joined(separator: "\n") + "\n"
  }

  private var settings: [String] {
    [
      "settings:", "  sampleRate: \(CalibrationUtterance.sampleRate)", "  bufferSize: \(Self.bufferSize)",
      "  vadThreshold: 0.5", "  vadEnergyThresholdDBFS: \(Self.thresholdDBFS)",
      "  vadContextWindow: \(Self.contextWindow)", "  vadSmoothingWindow: \(Self.smoothingWindow)",
      "  silenceThresholdMs: \(Self.silence / 1_000_000)",
      "  minTurnDuration: \(Self.milliseconds(Self.minimumTurn / 1000))", "  sttFinalize: onSpeechEnd",
      "  ttsChunkingStrategy: sentence", "  sentenceBreakThreshold: 12", "  playoutBufferMs: 40",
      "  bargeInPolicy: immediate", "  bargeInThreshold: 0.7", "  interruptionVADThreshold: 0.7",
      "  enableEagerTTS: true",
    ]
  }

  /// Collected step by step: as one sum of lists it took the compiler half a minute to type-check.
  private var emulation: [String] {
    var lines = ["emulation:"]
    for recogniser in delays.recognisers {
      lines += [
        "  \(recogniser.provider):", Self.fixed("handshake", recogniser.handshake),
        Self.fixed("interim", recogniser.interim), Self.fixed("final", recogniser.final),
        "    interim_cadence_ms: \(Self.interimCadenceMilliseconds)",
      ]
    }
    for model in delays.models {
      lines += [
        "  \(model.provider):", Self.fixed("first_token", model.firstToken),
        Self.fixed("token_interval", model.tokenInterval),
        "    reply: \(Self.quoted(PlantedReply.text))",
      ]
    }
    for synthesiser in delays.synthesisers {
      lines += [
        "  \(synthesiser.provider):", Self.fixed("handshake", synthesiser.handshake),
        Self.fixed("first_audio", synthesiser.firstAudio),
        Self.fixed("leading_silence", synthesiser.leadingSilence),
        "    delivery_speed: \(Self.deliverySpeed)", "    message_ms: \(Self.messageMilliseconds)",
      ]
    }
    return lines
  }

  private static func fixed(_ key: String, _ nanoseconds: Int64) -> String {
    "    \(key): { fixed: { ms: \(milliseconds(nanoseconds)) } }"
  }

  /// A number of millionths with six decimals, exactly.
  static func milliseconds(_ nanoseconds: Int64) -> String {
    let rest = String(nanoseconds % 1_000_000)
    return "\(nanoseconds / 1_000_000)." + String(repeating: "0", count: 6 - rest.count) + rest
  }

  static func quoted(_ text: String) -> String {
    "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
  }

  /// What a cell of the run plants; `nil` when the plan has no such cell.
  public func planted(in cell: Cell) -> PlantedCell? {
    delays.cell(stt: cell.stt, llm: cell.llm, tts: cell.tts)
  }
}
