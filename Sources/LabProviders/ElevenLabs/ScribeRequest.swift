import LabTimeline

/// The opening of a Scribe session and the one message that its client sends.
///
/// Documented at elevenlabs.io/docs/api-reference/speech-to-text/v-1-speech-to-text-realtime.
struct ScribeRequest {
  let model: String
  let address: ServiceAddress
  let configuration: SessionConfiguration

  var connection: ConnectionRequest {
    address.webSocket(
      "/speech-to-text/realtime", query: query,
      headers: ElevenLabsHeaders.fields(configuration, connection: 0))
  }

  /// A piece of audio; with `commit`, everything that was sent is to be settled.
  func chunk(_ audio: [UInt8], commit: Bool) -> WireMessage {
    .text(
      #"{"message_type":"input_audio_chunk","audio_base_64":"\#(Base64Text.encoded(audio))","#
        + #""commit":\#(commit),"sample_rate":\#(configuration.sampleRate)}"#)
  }

  /// Utterances are settled on request alone, unless the service is asked to end them after a silence; it
  /// takes 0.3 to 3 seconds.
  private var query: QueryString {
    var query = QueryString([
      .init("model_id", model), .init("audio_format", "pcm_\(configuration.sampleRate)"),
      .init("language_code", configuration.language.prefix(2).lowercased()),
      .init("include_timestamps", "false"),
    ])
    if case .after(let silence) = configuration.speechToText.endpointing {
      query.append("commit_strategy", "vad")
      query.append(
        "vad_silence_threshold_secs", String(min(max(Double(silence.nanoseconds) / 1e9, 0.3), 3)))
    } else {
      query.append("commit_strategy", "manual")
    }
    return query
  }
}
