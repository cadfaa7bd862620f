/// Where the default latencies of an emulated provider come from.
public struct LatencySource: Hashable, Sendable {
  /// What was published, and by whom; or that it is an assumption of ours.
  public var title: String
  /// The address, where there is one.
  public var url: String?
  /// The day of the figures, as in ISO 8601; `nil` for assumptions.
  public var date: String?

  /// The source of a provider's shipped profile; `nil` when none is noted.
  public static func of(_ provider: String) -> LatencySource? { EmulatedVendor.source(of: provider) }
}

/// What several vendors' figures come from.
extension LatencySource {
  /// Speech to text, from the request to finalise to the final transcript; with the benchmark's own network.
  static let pipecat = LatencySource(
    title: "Pipecat STT benchmark, 1,000 utterances", url: "https://github.com/pipecat-ai/stt-benchmark",
    date: "2026-06-22")
  /// First audio; spread derived from inter-quartile ranges.
  static let coval = LatencySource(
    title: "Coval, as quoted by Gradium", url: "https://gradium.ai/content/tts-latency-benchmark-2026",
    date: "2026-05-04")
  /// First audio, where the spread was not published.
  static let covalMedian = LatencySource(
    title: "Coval; the spread is assumed", url: coval.url, date: "2026-05-04")
  /// First answer token in voice conversations of 30 turns.
  static let aiewfEval = LatencySource(
    title: "aiewf-eval, conversations of 30 turns", url: "https://github.com/kwindla/aiewf-eval",
    date: "2026-08-18")
  /// Nobody has published figures.
  static let assumed = LatencySource(title: "an assumption of ours", url: nil, date: nil)
}

extension EmulationProfiles {
  /// What matters most of a provider's latency: its name and its model. Speech to text has the final
  /// transcript, a language model the first token, synthesis and speech to speech the first audio; `nil` for
  /// a provider without a profile.
  public func mainLatency(of provider: String) -> (name: String, model: LatencyModel)? {
    if let profile = speechToText[provider] { return ("final", profile.final) }
    if let profile = languageModels[provider] { return ("first token", profile.firstToken) }
    if let profile = speechToSpeech[provider] { return ("first audio", profile.firstAudio) }
    return textToSpeech[provider].map { ("first audio", $0.firstAudio) }
  }
}
