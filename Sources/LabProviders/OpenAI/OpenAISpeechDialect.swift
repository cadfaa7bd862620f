/// OpenAI's speech synthesis over HTTP: bare samples, streamed as they are made.
///
/// Source: OpenAI OpenAPI 2.3.0 (2026-08-21), `POST /v1/audio/speech`.
struct OpenAISpeechDialect: SpeechDialect {
  static let service = "OpenAI"

  let model: String
  let address: ServiceAddress
  let configuration: SessionConfiguration
  /// Who answers, in sentences for people.
  var service = Self.service

  func exchange(_ text: String, connection: Int) -> ConnectionRequest {
    let options = configuration.textToSpeech
    let speed = options.speed.map { #","speed":\#($0)"# } ?? ""
    let body =
      #"{"model":\#(JSONText.quoted(model)),"input":\#(JSONText.quoted(text)),"#
      + #""voice":\#(JSONText.quoted(options.voice ?? "alloy")),"response_format":"pcm"\#(speed)}"#
    return address.post(
      "/audio/speech",
      headers: OpenAIRequest.headers(configuration, name: "speech-\(connection)") + [
        HeaderField("Content-Type", "application/json"), HeaderField("Accept", "application/octet-stream"),
      ],
      body: Array(body.utf8))
  }

  func refusalWords(_ head: ResponseHead, body: [UInt8]) -> String? {
    OpenAIRequest.refusalWords(body)
  }

  func refusal(_ head: ResponseHead, body: [UInt8], key: APIKey) -> ProviderFailure {
    OpenAIRequest.failure(head, body: body, key: key, service: service)
  }
}
