import LabAnalysis
import LabRecord
import LabTimeline

/// Usage as columns, each with its unit in its name.
enum UsageColumns {
  static let names = [
    "stt_seconds", "stt_connection_seconds", "tts_characters", "llm_input_tokens", "llm_cached_tokens",
    "llm_output_tokens", "llm_requests", "tts_seconds", "llm_audio_input_tokens", "llm_audio_cached_tokens",
    "llm_audio_output_tokens", "llm_estimated_requests",
  ]

  /// The values in the order of `names`.
  ///
  /// - Parameter decimals: of the seconds.
  static func values(_ usage: Usage, decimals: Int = 3) -> [String] {
    [
      FixedPoint.text(usage.sttSeconds, decimals: decimals),
      FixedPoint.text(usage.sttConnectionSeconds, decimals: decimals),
      "\(usage.ttsCharacters)", "\(usage.llmInputTokens)", "\(usage.llmCachedTokens)",
      "\(usage.llmOutputTokens)", "\(usage.llmRequests)",
      FixedPoint.text(usage.ttsSeconds, decimals: decimals),
      "\(usage.llmAudioInputTokens)", "\(usage.llmAudioCachedTokens)", "\(usage.llmAudioOutputTokens)",
      "\(usage.llmEstimatedRequests)",
    ]
  }
}
