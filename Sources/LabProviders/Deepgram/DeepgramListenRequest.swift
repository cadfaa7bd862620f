import LabTimeline

/// The opening of a Deepgram session: its query and headers.
///
/// Documented at developers.deepgram.com/reference/speech-to-text/listen-streaming.
struct DeepgramListenRequest {
  let model: String
  let address: ServiceAddress
  let configuration: SessionConfiguration

  var connection: ConnectionRequest {
    address.webSocket(
      "/listen", query: query,
      headers: DeepgramHeaders.fields(configuration, connection: 0))
  }

  private var query: QueryString {
    let options = configuration.speechToText
    var query = QueryString([
      .init("model", model), .init("language", configuration.language), .init("encoding", "linear16"),
      .init("sample_rate", String(configuration.sampleRate)), .init("channels", "1"),
      .init("interim_results", String(options.interimResults)),
      .init("vad_events", String(options.voiceActivityEvents)),
      .init("smart_format", String(options.smartFormat)),
    ])
    switch options.endpointing {
    case .serviceDefault: break
    case .off: query.append("endpointing", "false")
    case .after(let silence): query.append("endpointing", String(silence.nanoseconds / 1_000_000))
    }
    if let gap = options.utteranceEnd {
      query.append("utterance_end_ms", String(gap.nanoseconds / 1_000_000))
    }
    return query
  }
}

/// The headers that all of Deepgram's services take.
enum DeepgramHeaders {
  /// - Parameter connection: the session's own number for the connection. Later connections of a session
  ///   carry it, so that every exchange has an id of its own.
  static func fields(_ configuration: SessionConfiguration, connection: Int) -> [HeaderField] {
    let suffix = connection == 0 ? "" : ".\(connection)"
    return [
      HeaderField("Authorization", "Token " + configuration.apiKey.secret),
      HeaderField("x-deepgram-session-id", configuration.sessionID + suffix),
    ]
  }

  /// The failure that a refusal stands for.
  static func failure(_ head: ResponseHead, key: APIKey) -> ProviderFailure {
    .refusal(by: "Deepgram", head, words: refusalWords(head, body: []), key: key)
  }

  /// What the service says about a refusal; it repeats its reason in a header.
  static func refusalWords(_ head: ResponseHead, body: [UInt8]) -> String? {
    head.headers.value(of: "dg-error") ?? DeepgramErrorBody.reason(in: body)
  }
}

/// The body of an HTTP error; the service has two shapes of it.
private struct DeepgramErrorBody: Decodable {
  var oldMessage: String?
  var message: String?

  private enum CodingKeys: String, CodingKey {
    case message
    case oldMessage = "err_msg"
  }

  /// What the body says went wrong; `nil` when it is not such a body.
  static func reason(in body: [UInt8]) -> String? {
    guard let decoded = JSONText.read(Self.self, from: body) else { return nil }
    return decoded.oldMessage ?? decoded.message
  }
}
