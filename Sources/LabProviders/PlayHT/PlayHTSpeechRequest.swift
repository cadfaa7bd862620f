import LabTimeline

/// PlayHT's speech synthesis over HTTP, as it was until the service ended.
///
/// Documented at docs.play.ht/v2.3/reference until 2025.
struct PlayHTSpeechRequest: SpeechDialect {
  static let service = "PlayHT"
  /// A voice of the service's own library.
  private static let defaultVoice =
    "s3://voice-cloning-zero-shot/d9ff78ba-d016-47f6-b0ef-dd630f59414e/female-cs/manifest.json"
  /// The service's names for the languages that it spoke best.
  private static let languages = ["de": "german", "en": "english", "es": "spanish", "it": "italian"]

  let model: String
  let address: ServiceAddress
  let configuration: SessionConfiguration

  func exchange(_ text: String, connection: Int) -> ConnectionRequest {
    let suffix = connection == 0 ? "" : ".\(connection)"
    return address.post(
      "/tts/stream",
      headers: [
        HeaderField("Authorization", "Bearer " + secret), HeaderField("X-User-Id", user),
        HeaderField("Content-Type", "application/json"), HeaderField("Accept", "audio/basic"),
        HeaderField("X-Client-Request-Id", configuration.sessionID + suffix),
      ],
      body: Array(body(text).utf8))
  }

  func refusalWords(_ head: ResponseHead, body: [UInt8]) -> String? {
    PlayHTErrorBody.words(in: body)
  }

  private func body(_ text: String) -> String {
    let voice = configuration.textToSpeech.voice ?? Self.defaultVoice
    let language = Self.languages[configuration.language.prefix(2).lowercased()]
    return #"{"text":\#(JSONText.quoted(text)),"voice":\#(JSONText.quoted(voice)),"#
      + #""voice_engine":\#(JSONText.quoted(model)),"output_format":"raw","#
      + #""sample_rate":\#(configuration.sampleRate)"#
      + (configuration.textToSpeech.speed.map { #","speed":\#($0)"# } ?? "")
      + (language.map { #","language":"\#($0)""# } ?? "") + "}"
  }

  // The service wanted a user's id beside the key; the two are written as one, `id:key`.
  private var user: String {
    String(configuration.apiKey.secret.split(separator: ":", maxSplits: 1).first ?? "")
  }

  private var secret: String {
    String(configuration.apiKey.secret.split(separator: ":", maxSplits: 1).last ?? "")
  }
}

/// The body of an HTTP error.
private struct PlayHTErrorBody: Decodable {
  var errorMessage: String?

  private enum CodingKeys: String, CodingKey {
    case errorMessage = "error_message"
  }

  /// What the body says went wrong; `nil` when it is not such a body.
  static func words(in body: [UInt8]) -> String? {
    JSONText.read(Self.self, from: body)?.errorMessage
  }
}
