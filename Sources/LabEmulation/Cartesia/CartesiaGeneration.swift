import LabProviders

/// A request for speech as Cartesia's routes take it, as far as the emulator acts on it.
///
/// Source: Cartesia API, version 2026-08-14, Python SDK 4.2.0.
struct CartesiaGeneration: Decodable, Sendable {
  var contextID: String?
  var model: String?
  var transcript: String?
  private var voice: Voice?
  private var outputFormat: OutputFormat?
  var language: String?
  private var isContinued: Bool?
  var flush: Bool?
  var cancel: Bool?
  var addTimestamps: Bool?
  private var bufferDelay: Int?
  private var configuration: Configuration?

  /// More of the transcript will follow.
  var continues: Bool { isContinued ?? false }
  var speed: Double { configuration?.speed ?? 1 }
  /// How long text may be kept for the sake of a better voice, in milliseconds.
  var bufferMilliseconds: Int { bufferDelay ?? 3000 }
  /// `raw` or `wav`; others are refused.
  var container: String { outputFormat?.container ?? "" }

  /// What has to be the same in all inputs of a context.
  var fixedPart: String {
    [
      model, voice?.id, container, outputFormat?.encoding, outputFormat?.sampleRate.map { String($0) },
      language, String(speed),
    ].map { $0 ?? "–" }.joined(separator: "|")
  }

  private enum CodingKeys: String, CodingKey {
    case transcript, voice, language, flush, cancel
    case contextID = "context_id"
    case model = "model_id"
    case outputFormat = "output_format"
    case isContinued = "continue"
    case addTimestamps = "add_timestamps"
    case bufferDelay = "max_buffer_delay_ms"
    case configuration = "generation_config"
  }

  /// A voice is named by its id, bare or in an object.
  private struct Voice: Decodable, Sendable {
    var id: String?

    private enum CodingKeys: CodingKey { case id }

    init(from decoder: any Decoder) throws {
      if let name = try decoder.singleValueContainer().read(String.self) {
        id = name
      } else {
        id = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .id)
      }
    }
  }

  private struct OutputFormat: Decodable, Sendable {
    var container: String?
    var encoding: String?
    var sampleRate: Int?

    private enum CodingKeys: String, CodingKey {
      case container, encoding
      case sampleRate = "sample_rate"
    }
  }

  private struct Configuration: Decodable, Sendable {
    var speed: Double?
  }

  /// The format of the audio; `nil` when it is none that the emulator makes.
  var audio: AudioFormat? {
    let encodings: [String: SampleEncoding] = [
      "pcm_s16le": .integer16, "pcm_f32le": .float32, "pcm_mulaw": .muLaw, "pcm_alaw": .aLaw,
    ]
    guard let format = outputFormat, let encoding = encodings[format.encoding ?? ""],
      let rate = format.sampleRate, [8000, 16_000, 22_050, 24_000, 44_100, 48_000].contains(rate)
    else { return nil }
    return AudioFormat(encoding: encoding, sampleRate: rate)
  }

  /// What is wrong with the request; `nil` when nothing is.
  ///
  /// - Parameter containers: Those that the route offers.
  func fault(containers: [String]) -> CartesiaError? {
    guard let model, !model.isEmpty else { return .invalid("model_id is required.") }
    guard transcript != nil else { return .invalid("transcript is required.") }
    guard let id = voice?.id, !id.isEmpty else { return .invalid("voice must name a voice by its id.") }
    guard outputFormat != nil else { return .invalid("output_format is required.") }
    guard containers.contains(container) else {
      let names = containers.joined(separator: " or ")
      return .invalid("output_format.container must be \(names) here, not “\(container)”.")
    }
    guard audio != nil else {
      return .invalid(
        "output_format must have an encoding of pcm_s16le, pcm_f32le, pcm_mulaw or pcm_alaw and a sample_rate of "
          + "8000, 16000, 22050, 24000, 44100 or 48000.")
    }
    guard (0.6...1.5).contains(speed) else {
      return .invalid("generation_config.speed must be from 0.6 to 1.5.")
    }
    guard (0...5000).contains(bufferMilliseconds) else {
      return .invalid("max_buffer_delay_ms must be from 0 to 5000.")
    }
    return nil
  }
}
