import LabTimeline

/// The addresses, headers and bodies of Cartesia's speech synthesis.
///
/// Documented at docs.cartesia.ai/api-reference/tts.
struct CartesiaSpeechRequest: SpeechDialect {
  static let service = "Cartesia"
  /// The version of the interface that is spoken; the service wants one with every request.
  static let version = "2026-08-14"
  /// A voice of the service's own library, the one of its documentation's examples.
  private static let defaultVoice = "6ccbfb76-1fc6-48f7-b71d-91ac6298247b"

  let model: String
  let address: ServiceAddress
  let configuration: SessionConfiguration

  /// The model is in the messages; that it is named here as well is for emulated services.
  func webSocket(connection: Int) -> ConnectionRequest {
    address.webSocket(
      "/tts/websocket",
      headers: headers(connection: connection) + [HeaderField("X-Client-Model", model)])
  }

  func exchange(_ text: String, connection: Int) -> ConnectionRequest {
    address.post(
      "/tts/bytes",
      headers: headers(connection: connection) + [HeaderField("Content-Type", "application/json")],
      body: Array("{\(fields(transcript: text))}".utf8))
  }

  func refusalWords(_ head: ResponseHead, body: [UInt8]) -> String? {
    CartesiaErrorBody.words(in: body)
  }

  /// The members of a request for speech, without the braces.
  func fields(transcript: String) -> String {
    let voice = JSONText.quoted(configuration.textToSpeech.voice ?? Self.defaultVoice)
    let speed = configuration.textToSpeech.speed.map { #","generation_config":{"speed":\#($0)}"# } ?? ""
    return #""model_id":\#(JSONText.quoted(model)),"transcript":\#(JSONText.quoted(transcript)),"#
      + #""voice":{"mode":"id","id":\#(voice)},"language":\#(JSONText.quoted(language)),"#
      + #""output_format":{"container":"raw","encoding":"pcm_s16le","sample_rate":\#(configuration.sampleRate)}"#
      + speed
  }

  /// The beginning of all context ids of the session; a context id is the client's own choice.
  var contextName: String { configuration.sessionID }

  private var language: String { configuration.language.prefix(2).lowercased() }

  private func headers(connection: Int) -> [HeaderField] {
    let suffix = connection == 0 ? "" : ".\(connection)"
    return [
      HeaderField("Authorization", "Bearer " + configuration.apiKey.secret),
      HeaderField("Cartesia-Version", Self.version),
      HeaderField("X-Client-Request-Id", configuration.sessionID + suffix),
    ]
  }
}

/// The body of an HTTP error, as far as it is for people.
private struct CartesiaErrorBody: Decodable {
  var title: String?
  var message: String?

  /// What the body says went wrong; plain text is taken as it is, `nil` when there is none.
  static func words(in body: [UInt8]) -> String? {
    if let decoded = JSONText.read(Self.self, from: body) { return decoded.message ?? decoded.title }
    let text = String(decoding: body, as: UTF8.self)
    return text.isEmpty ? nil : text
  }
}
