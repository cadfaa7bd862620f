import LabProviders

/// The query of a request to speak, as far as the emulator acts on it.
///
/// Source: ElevenLabs API, Python SDK 2.78.0 and OpenAPI document of 2026-08-22.
struct ElevenLabsOptions: Sendable {
  /// What the service calls the format, e.g. `pcm_24000`.
  let outputFormat: String
  /// `nil` when the emulator cannot make it.
  let audio: AudioFormat?
  /// How long the text may stay away.
  let inactivityTimeout: Duration
  /// Every piece of audio comes with its characters.
  let alignsEveryPiece: Bool
  /// Each message is generated at once, without the schedule.
  let generatesAtOnce: Bool

  private static let sampleRates = [8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
  private static let compressed: Set<String> = [
    "mp3_22050_32", "mp3_24000_48", "mp3_44100_32", "mp3_44100_64", "mp3_44100_96", "mp3_44100_128",
    "mp3_44100_192", "opus_48000_32", "opus_48000_64", "opus_48000_96", "opus_48000_128", "opus_48000_192",
  ]

  init(_ query: QueryString) {
    outputFormat = query["output_format"] ?? "mp3_44100_128"
    audio = Self.audio(outputFormat)
    let timeout = query["inactivity_timeout"].flatMap { Double($0) } ?? 20
    inactivityTimeout = .milliseconds(timeout.isFinite ? min(max(timeout, 1), 180) * 1000 : 20_000)
    alignsEveryPiece = query["sync_alignment"]?.lowercased() == "true"
    generatesAtOnce = query["auto_mode"]?.lowercased() == "true"
  }

  /// Why the request cannot be served.
  var refusal: ElevenLabsError? {
    guard audio == nil else { return nil }
    guard Self.compressed.contains(outputFormat) else {
      return .invalid(
        ["query", "output_format"], "Input should be one of the documented output formats.", type: "enum")
    }
    return ElevenLabsError(
      httpStatus: 400, status: "output_format_not_supported",
      message: "The emulator speaks pcm_*, ulaw_8000 and alaw_8000, not \(outputFormat).")
  }

  /// What the service calls its raw audio.
  var contentType: String {
    switch audio?.encoding {
    case .muLaw: "audio/basic"
    case .aLaw: "audio/x-alaw-basic"
    default: "audio/pcm"
    }
  }

  private static func audio(_ name: String) -> AudioFormat? {
    switch name {
    case "ulaw_8000": return AudioFormat(encoding: .muLaw, sampleRate: 8000)
    case "alaw_8000": return AudioFormat(encoding: .aLaw, sampleRate: 8000)
    default:
      guard name.hasPrefix("pcm_"), let rate = Int(name.dropFirst(4)), sampleRates.contains(rate) else {
        return nil
      }
      return AudioFormat(encoding: .integer16, sampleRate: rate)
    }
  }
}

/// How a voice is to speak, as far as the emulator acts on it.
struct ElevenLabsVoiceSettings: Decodable, Sendable {
  var speed: Double?

  /// Whether the service takes them.
  var isValid: Bool { speed.map { (0.7...1.2).contains($0) } ?? true }
}
