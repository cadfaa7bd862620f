/// Where the default latencies of an emulated provider come from.
public struct LatencySource: Hashable, Sendable {
  /// What was published, and by whom; or that it is an assumption of ours.
  public var title: String
  /// The address, where there is one.
  public var url: String?
  /// The day of the figures, as in ISO 8601; `nil` for assumptions.
  public var date: String?

  /// The source of a provider's shipped profile; `nil` when none is noted here.
  public static func of(_ provider: String) -> LatencySource? {
    let fitting = all.filter { entry in
      entry.provider == provider
        || (entry.provider.last == "*" && provider.hasPrefix(entry.provider.dropLast()))
    }
    return fitting.max { $0.provider.count < $1.provider.count }?.source
  }

  /// Speech to text, from the request to finalise to the final transcript; with the benchmark's own network.
  private static let transcription = LatencySource(
    title: "Pipecat STT benchmark, 1,000 utterances", url: "https://github.com/pipecat-ai/stt-benchmark",
    date: "2026-06-22")
  /// First audio; spread derived from inter-quartile ranges.
  private static let synthesis = LatencySource(
    title: "Coval, as quoted by Gradium", url: "https://gradium.ai/content/tts-latency-benchmark-2026",
    date: "2026-05-04")
  /// First answer token in voice conversations of 30 turns.
  private static let models = LatencySource(
    title: "aiewf-eval, conversations of 30 turns", url: "https://github.com/kwindla/aiewf-eval",
    date: "2026-08-18")
  /// Voice to voice, less the silence that ends a turn and the silence in front of the replies.
  private static let voices = LatencySource(
    title: "derived from aiewf-eval, voice to voice", url: "https://github.com/kwindla/aiewf-eval",
    date: "2026-08-18")
  private static let assumed = LatencySource(title: "an assumption of ours", url: nil, date: nil)

  /// By id, or by the beginning of ids up to `*`; the longest that fits counts.
  private static let all: [(provider: String, source: LatencySource)] = [
    ("deepgram/nova-3", transcription),
    ("deepgram/nova-2", assumed),
    ("deepgram/flux*", LatencySource(title: "the vendor", url: "https://deepgram.com", date: "2026")),
    ("assemblyai/*", transcription),
    ("elevenlabs/scribe*", transcription),
    ("openai/gpt-4o-transcribe-realtime", transcription),
    ("cartesia/ink*", transcription),
    ("deepgram/aura-2", synthesis),
    ("deepgram/aura-2-http", synthesis),
    ("elevenlabs/flash*", synthesis),
    ("elevenlabs/turbo*", synthesis),
    (
      "elevenlabs/multilingual-v2*",
      LatencySource(title: "Coval; the spread is assumed", url: synthesis.url, date: "2026-05-04")
    ),
    ("cartesia/sonic*", synthesis),
    ("openai/gpt-*", models),
    ("openai/gpt-realtime*", voices),
    ("openai/gpt-realtime-mini", assumed),
    ("openai/gpt-4o-transcribe*", assumed),
    ("openai/gpt-4o-mini-transcribe*", assumed),
    ("openai/gpt-realtime-whisper", assumed),
    ("openai/whisper*", assumed),
    ("openai/gpt-4o-mini-tts", assumed),
    ("openai/tts-1", assumed),
    (
      "openai/tts-1-hd",
      LatencySource(title: "Coval; the spread is assumed", url: synthesis.url, date: "2026-05-04")
    ),
    ("openai/gpt-5.4-mini*", assumed),
    ("playht/*", assumed),
    ("anthropic/*", models),
    ("anthropic/claude-haiku-5-5", assumed),
    ("google/*", models),
    (
      "google/gemini-2.5-flash-lite",
      LatencySource(title: "an hourly probe of 17 samples", url: nil, date: "2026")
    ),
    ("groq/gpt-oss-120b", models),
    ("groq/*", assumed),
    ("template/*", assumed),
  ]
}

extension EmulationProfiles {
  /// What matters most of a provider's latency: its name and its model. Speech to text has the final transcript, a
  /// language model the first token, synthesis and speech to speech the first audio; `nil` for a provider without a profile.
  public func mainLatency(of provider: String) -> (name: String, model: LatencyModel)? {
    if let profile = speechToText[provider] { return ("final", profile.final) }
    if let profile = languageModels[provider] { return ("first token", profile.firstToken) }
    if let profile = speechToSpeech[provider] { return ("first audio", profile.firstAudio) }
    return textToSpeech[provider].map { ("first audio", $0.firstAudio) }
  }
}
