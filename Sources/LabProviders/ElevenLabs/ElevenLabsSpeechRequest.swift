import LabTimeline

/// The addresses, queries and bodies of ElevenLabs' speech synthesis.
///
/// Documented at elevenlabs.io/docs/api-reference/text-to-speech.
struct ElevenLabsSpeechRequest: SpeechDialect {
  static let service = "ElevenLabs"

  let model: String
  let address: ServiceAddress
  let configuration: SessionConfiguration

  /// A voice of the service's own library that speaks all languages of the model.
  private static let defaultVoice = "JBFqnCBsd6RMkjVDRZzb"

  /// The WebSocket of one chunk. Whole sentences are spoken, so the service is asked to generate at once
  /// (`auto_mode`) instead of by its schedule, and to tell characters with every piece of audio.
  func webSocket(connection: Int) -> ConnectionRequest {
    let query = QueryString([
      .init("model_id", model), .init("output_format", outputFormat), .init("language_code", language),
      .init("auto_mode", "true"), .init("sync_alignment", "true"),
    ])
    return address.webSocket(
      "/text-to-speech/\(voice)/stream-input", query: query,
      headers: ElevenLabsHeaders.fields(configuration, connection: connection))
  }

  /// What is said first on a WebSocket.
  var opening: String { #"{"text":" "\#(settings)}"# }

  /// What asks for a chunk and ends the text; the service wants a space behind each piece of it.
  static func speaking(_ text: String) -> [String] {
    [#"{"text":\#(JSONText.quoted(text.last?.isWhitespace == true ? text : text + " "))}"#, #"{"text":""}"#]
  }

  /// What keeps an idle WebSocket open.
  static let keepAlive = #"{"text":" "}"#

  func exchange(_ text: String, connection: Int) -> ConnectionRequest {
    let query = QueryString([.init("output_format", outputFormat)])
    let body =
      #"{"text":\#(JSONText.quoted(text)),"model_id":\#(JSONText.quoted(model)),"#
      + #""language_code":\#(JSONText.quoted(language))\#(settings)}"#
    return address.post(
      "/text-to-speech/\(voice)/stream", query: query,
      headers: ElevenLabsHeaders.fields(configuration, connection: connection)
        + [HeaderField("Content-Type", "application/json")],
      body: Array(body.utf8))
  }

  func refusalWords(_ head: ResponseHead, body: [UInt8]) -> String? {
    ElevenLabsErrorBody.words(in: body)
  }

  private var voice: String { configuration.textToSpeech.voice ?? Self.defaultVoice }

  private var outputFormat: String { "pcm_\(configuration.sampleRate)" }

  private var language: String { configuration.language.prefix(2).lowercased() }

  private var settings: String {
    configuration.textToSpeech.speed.map { #","voice_settings":{"speed":\#($0)}"# } ?? ""
  }
}

/// The headers that all of ElevenLabs' services take.
enum ElevenLabsHeaders {
  /// - Parameter connection: the session's own number for the connection. Later connections of a session
  ///   carry it, so that every exchange has an id of its own. The service ignores the id.
  static func fields(_ configuration: SessionConfiguration, connection: Int) -> [HeaderField] {
    let suffix = connection == 0 ? "" : ".\(connection)"
    return [
      HeaderField("xi-api-key", configuration.apiKey.secret),
      HeaderField("X-Client-Request-Id", configuration.sessionID + suffix),
    ]
  }
}

/// The body of an HTTP error: an object with a sentence, or a list of what is wrong with a request.
struct ElevenLabsErrorBody: Decodable {
  private let words: String?

  /// What the body says went wrong; `nil` when it is not such a body.
  static func words(in body: [UInt8]) -> String? {
    JSONText.read(Self.self, from: body)?.words
  }

  private enum CodingKeys: CodingKey { case detail }

  private struct Detail: Decodable { var message: String? }

  private struct Fault: Decodable { var msg: String? }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let detail = container.read(Detail.self, forKey: .detail) {
      words = detail.message
    } else if let faults = container.read([Fault].self, forKey: .detail) {
      words = faults.compactMap(\.msg).joined(separator: "; ")
    } else {
      words = try container.decodeIfPresent(String.self, forKey: .detail)
    }
  }
}
