/// The start or the end of a stretch of speech, as a segmenter found it.
public enum SpeechEvent: Sendable, Hashable {
  /// Speech started with the sample `at`; it was known once `noticedAt` samples had been heard.
  case speechStarted(at: Int64, noticedAt: Int64)

  /// The last sample of speech came before the sample `at`; it was known once `noticedAt` samples had been
  /// heard.
  case speechEnded(at: Int64, noticedAt: Int64)
}
