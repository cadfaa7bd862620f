import LabTimeline

/// The opening of an AssemblyAI streaming session: its query and headers.
///
/// Source: AssemblyAI's AsyncAPI document and streaming pages of 2026-03, assemblyai 1.8.2 for the header.
struct AssemblyAIRequest {
  let model: String
  let address: ServiceAddress
  let configuration: SessionConfiguration

  /// A silence that no caller keeps within a conversation: the service leaves the end of a turn to us.
  private static let longestSilence = Duration.seconds(60)

  var connection: ConnectionRequest {
    address.webSocket(
      "/ws", query: query,
      headers: [
        // The key stands alone, without a scheme.
        HeaderField("Authorization", configuration.apiKey.secret),
        HeaderField("AssemblyAI-Version", "2025-05-12"),
        HeaderField("X-Client-Request-Id", configuration.sessionID),
      ])
  }

  private var query: QueryString {
    let options = configuration.speechToText
    var query = QueryString([
      .init("sample_rate", String(configuration.sampleRate)), .init("encoding", "pcm_s16le"),
      .init("speech_model", model),
    ])
    // Universal-3 always formats and ends turns by its punctuation; it takes neither parameter.
    let isUniversalStreaming = model.hasPrefix("universal-streaming")
    if isUniversalStreaming { query.append("format_turns", String(options.smartFormat)) }
    func end(after silence: Duration, threshold: String) {
      if isUniversalStreaming { query.append("end_of_turn_confidence_threshold", threshold) }
      let milliseconds = String(silence.nanoseconds / 1_000_000)
      query.append("min_turn_silence", milliseconds)
      query.append("max_turn_silence", milliseconds)
    }
    switch options.endpointing {
    case .serviceDefault: break
    case .off: end(after: Self.longestSilence, threshold: "1")
    case .after(let silence): end(after: silence, threshold: "0")
    }
    return query
  }
}
