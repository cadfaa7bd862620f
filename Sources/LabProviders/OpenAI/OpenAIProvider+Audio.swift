/// OpenAI's models for audio.
///
/// Ends as the vendor's client library (3.52.0, November 2026) documents them.
extension OpenAIProvider {
  /// Speech to text: over REST, and in Realtime sessions under names of their own.
  static let transcription: [ProviderEntry] = [
    upload("gpt-4o-transcribe", "GPT-4o Transcribe"),
    upload("gpt-4o-mini-transcribe", "GPT-4o mini Transcribe"),
    upload("whisper-1", "Whisper", isStreamed: false),
    realtime("gpt-4o-transcribe-realtime", "GPT-4o Transcribe", model: "gpt-4o-transcribe"),
    realtime("gpt-4o-mini-transcribe-realtime", "GPT-4o mini Transcribe", model: "gpt-4o-mini-transcribe"),
    realtime("whisper-1-realtime", "Whisper", model: "whisper-1", without: .partials),
    // Takes no detector of the service's own, and transcribes while the caller speaks.
    realtime(
      "gpt-realtime-whisper", "GPT Realtime Whisper", model: "gpt-realtime-whisper",
      without: .ownEndpointing, status: .current),
  ]

  /// Speech synthesis.
  static let speech: [ProviderEntry] = [
    voice("gpt-4o-mini-tts", "GPT-4o mini TTS"), voice("tts-1", "TTS-1"), voice("tts-1-hd", "TTS-1 HD"),
  ]

  private static let uploads = WireProtocol(
    "openai.transcriptions", over: .http,
    makes: .speechToText { TranscriptionUploadSession(model: $0.model, address: $1, configuration: $2) })
  private static let streamedUploads = WireProtocol(
    "openai.transcriptions.streamed", over: .serverSentEvents,
    makes: .speechToText { TranscriptionUploadSession(model: $0.model, address: $1, configuration: $2) })
  private static let realtimeTranscription = WireProtocol(
    "openai.realtime.transcription", over: .webSocket,
    makes: .speechToText { RealtimeTranscriptionSession(model: $0.model, address: $1, configuration: $2) })
  private static let audioSpeech = WireProtocol(
    "openai.speech", over: .http,
    makes: .textToSpeech {
      StreamedSpeechSession(
        OpenAISpeechDialect(model: $0.model, address: $1, configuration: $2), configuration: $2)
    })

  // Without `partials`: nothing is sent before the utterance is over. A file may have any rate.
  private static func upload(_ model: String, _ name: String, isStreamed: Bool = true) -> ProviderEntry {
    ProviderEntry(
      id: "openai/" + model, displayName: "OpenAI " + name, model: model,
      wireProtocol: isStreamed ? streamedUploads : uploads, address: address, keyVariable: keyVariable,
      capabilities: isStreamed ? [.streaming, .finalize, .usage] : [.finalize, .usage],
      sampleRates: [8000, 16_000, 24_000, 48_000], status: .ending(on: "2027-02-26"),
      documentation: "https://platform.openai.com/docs/api-reference/audio/createTranscription")
  }

  private static func realtime(
    _ id: String, _ name: String, model: String, without missing: ProviderEntry.Capabilities = [],
    status: ProviderEntry.Status = .ending(on: "2027-02-26")
  ) -> ProviderEntry {
    let all: ProviderEntry.Capabilities = [
      .streaming, .partials, .ownEndpointing, .finalize, .persistentConnection, .usage,
    ]
    return ProviderEntry(
      id: "openai/" + id, displayName: "OpenAI \(name) (Realtime)", model: model,
      wireProtocol: realtimeTranscription, address: address, keyVariable: keyVariable,
      capabilities: all.subtracting(missing),
      sampleRates: [RealtimeConnection.sampleRate], status: status,
      documentation: "https://platform.openai.com/docs/guides/realtime-transcription")
  }

  private static func voice(_ model: String, _ name: String) -> ProviderEntry {
    ProviderEntry(
      id: "openai/" + model, displayName: "OpenAI " + name, model: model, wireProtocol: audioSpeech,
      address: address, keyVariable: keyVariable, capabilities: [.streaming], sampleRates: [24_000],
      status: .ending(on: "2027-01-06"),
      documentation: "https://platform.openai.com/docs/api-reference/audio/createSpeech")
  }
}
