import LabProviders

/// The body of a request to speak.
struct PlayHTBody: Decodable, Sendable {
  /// The text, or several that are joined.
  let text: String
  let engine: String
  let speed: Double?
  /// The client's own name for it on a WebSocket.
  let requestID: String?
  private let format: String
  private let sampleRate: Int

  private enum CodingKeys: String, CodingKey {
    case text, speed
    case engine = "voice_engine"
    case format = "output_format"
    case sampleRate = "sample_rate"
    case requestID = "request_id"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let texts = container.read([String].self, forKey: .text) {
      text = texts.joined(separator: " ")
    } else {
      text = try container.decode(String.self, forKey: .text)
    }
    engine = try container.decodeIfPresent(String.self, forKey: .engine) ?? "Play3.0-mini"
    speed = try container.decodeIfPresent(Double.self, forKey: .speed)
    format = try container.decodeIfPresent(String.self, forKey: .format) ?? "mp3"
    sampleRate = try container.decodeIfPresent(Int.self, forKey: .sampleRate) ?? 24_000
    requestID = try container.decodeIfPresent(String.self, forKey: .requestID)
  }

  var audio: AudioFormat {
    AudioFormat(encoding: format == "mulaw" ? .muLaw : .integer16, sampleRate: sampleRate)
  }

  var isWave: Bool { format == "wav" }

  var contentType: String { isWave ? "audio/wav" : "audio/basic" }

  /// Our name for the engine; those for other languages are the same.
  var provider: String {
    let name = engine.lowercased()
    return "playht/" + (name.hasPrefix("playdialog") ? "playdialog" : name)
  }

  /// The most characters of a request.
  private static let longestText = 20_000

  /// What is wrong with it; `nil` when nothing is.
  var fault: String? {
    guard text.contains(where: { !$0.isWhitespace }) else { return "The text is empty." }
    guard text.count <= Self.longestText else {
      return "The text has more than \(Self.longestText) characters."
    }
    guard ["raw", "pcm", "wav", "mulaw"].contains(format) else {
      return "The emulator speaks the formats raw, pcm, wav and mulaw, not \(format)."
    }
    guard (8000...48_000).contains(sampleRate) else { return "sample_rate must be from 8000 to 48000." }
    guard (0.1...5).contains(speed ?? 1) else { return "speed must be from 0.1 to 5." }
    return nil
  }
}
