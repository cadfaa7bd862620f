import LabTimeline

/// The address and query of Deepgram's speech synthesis.
///
/// Documented at developers.deepgram.com/reference/text-to-speech.
struct AuraRequest: SpeechDialect {
  static let service = "Deepgram"

  let address: ServiceAddress
  let configuration: SessionConfiguration

  func webSocket(connection: Int) -> ConnectionRequest {
    address.webSocket(
      "/speak", query: query,
      headers: DeepgramHeaders.fields(configuration, connection: connection))
  }

  func exchange(_ text: String, connection: Int) -> ConnectionRequest {
    var query = query
    query.append("container", "none")
    return address.post(
      "/speak", query: query,
      headers: DeepgramHeaders.fields(configuration, connection: connection)
        + [HeaderField("Content-Type", "application/json")],
      body: Array(#"{"text":\#(JSONText.quoted(text))}"#.utf8))
  }

  func refusalWords(_ head: ResponseHead, body: [UInt8]) -> String? {
    DeepgramHeaders.refusalWords(head, body: body)
  }

  private var query: QueryString {
    var query = QueryString([
      .init("model", configuration.textToSpeech.voice ?? Self.voice(for: configuration.language)),
      .init("encoding", "linear16"), .init("sample_rate", String(configuration.sampleRate)),
    ])
    if let speed = configuration.textToSpeech.speed { query.append("speed", String(speed)) }
    return query
  }

  /// A voice that speaks the language; English where the catalogue has none.
  static func voice(for language: String) -> String {
    switch language.prefix(2).lowercased() {
    case "de": "aura-2-viktoria-de"
    case "it": "aura-2-livia-it"
    case "es": "aura-2-celeste-es"
    default: "aura-2-thalia-en"
    }
  }
}
