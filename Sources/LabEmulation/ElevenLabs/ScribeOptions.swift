import LabProviders

/// The query of a request to listen, as far as the emulator acts on it.
///
/// Source: ElevenLabs Scribe Realtime, Python SDK 2.78.0.
struct ScribeOptions: Sendable {
  let model: String
  let audioFormat: String
  /// `nil` when the emulator cannot hear the format.
  let sampleRate: Int?
  let commitStrategy: String
  /// The silence that ends an utterance with the strategy `vad`.
  let silenceSeconds: Double
  let includesTimestamps: Bool
  let includesLanguage: Bool
  let language: String?
  private let threshold: Double
  private let leastSpeech: Double
  private let leastSilence: Double

  init(_ query: QueryString) {
    func number(_ name: String, _ usual: Double) -> Double { query[name].map { Double($0) ?? .nan } ?? usual }
    func isOn(_ name: String) -> Bool { query[name]?.lowercased() == "true" }
    model = query["model_id"] ?? ""
    audioFormat = query["audio_format"] ?? "pcm_16000"
    let rate = audioFormat.hasPrefix("pcm_") ? Int(audioFormat.dropFirst(4)) : nil
    sampleRate = rate.flatMap { [8000, 16_000, 22_050, 24_000, 44_100, 48_000].contains($0) ? $0 : nil }
    commitStrategy = query["commit_strategy"] ?? "manual"
    silenceSeconds = number("vad_silence_threshold_secs", 1.5)
    threshold = number("vad_threshold", 0.4)
    leastSpeech = number("min_speech_duration_ms", 100)
    leastSilence = number("min_silence_duration_ms", 100)
    includesTimestamps = isOn("include_timestamps")
    includesLanguage = isOn("include_language_detection")
    language = query["language_code"]
  }

  /// The service ends utterances by itself.
  var endsUtterances: Bool { commitStrategy == "vad" }

  /// What is wrong with the query; `nil` when nothing is.
  var fault: String? {
    if sampleRate == nil {
      return "audio_format must be pcm_8000, pcm_16000, pcm_22050, pcm_24000, pcm_44100 or pcm_48000 "
        + "for the emulator, not \(audioFormat)."
    }
    if !["manual", "vad"].contains(commitStrategy) { return "commit_strategy must be manual or vad." }
    if !(0.3...3).contains(silenceSeconds) { return "vad_silence_threshold_secs must be from 0.3 to 3.0." }
    if !(0.1...0.9).contains(threshold) { return "vad_threshold must be from 0.1 to 0.9." }
    if !(50...2000).contains(leastSpeech) { return "min_speech_duration_ms must be from 50 to 2000." }
    if !(50...2000).contains(leastSilence) { return "min_silence_duration_ms must be from 50 to 2000." }
    return nil
  }

  /// The settings as the service repeats them.
  var json: String {
    "{\"sample_rate\":\(sampleRate ?? 0),\"audio_format\":\(JSONText.quoted(audioFormat)),"
      + "\"language_code\":\(language.map(JSONText.quoted) ?? "null"),"
      + "\"commit_strategy\":\(JSONText.quoted(commitStrategy)),"
      + "\"vad_silence_threshold_secs\":\(silenceSeconds),\"vad_threshold\":\(threshold),"
      + "\"min_speech_duration_ms\":\(Int(leastSpeech)),\"min_silence_duration_ms\":\(Int(leastSilence)),"
      + "\"model_id\":\(JSONText.quoted(model)),\"enable_logging\":true,"
      + "\"include_timestamps\":\(includesTimestamps),\"include_language_detection\":\(includesLanguage),"
      + "\"keyterms\":[],\"no_verbatim\":false}"
  }
}
