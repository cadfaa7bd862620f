/// How a segmenter turns probabilities into stretches of speech.
public struct SegmenterSettings: Sendable, Hashable {
  /// Probability from which a frame counts as speech; above 0, at most 1. The plan's `vadThreshold`.
  public let threshold: Float

  /// Probability below which a frame counts as silence while speech lasts; above 0, at most the threshold.
  ///
  /// Between the two a frame keeps the previous state, so that a voice that hovers about the threshold is not
  /// cut into pieces.
  public let exitThreshold: Float

  /// Frames of speech in a row that start a stretch, at least 1. The plan's `vadContextWindow`.
  public let contextWindow: Int

  /// Frames of silence in a row that end a stretch (the hangover), at least 1. The plan's
  /// `vadSmoothingWindow`.
  public let smoothingWindow: Int

  /// Makes settings, with frames of ten milliseconds.
  ///
  /// - Parameter exitThreshold: Nil for seven tenths of the threshold.
  /// - Throws: `VoiceActivityError` with the code `invalidSetting`, naming the setting out of its range.
  public init(
    threshold: Float = 0.5, exitThreshold: Float? = nil, contextWindow: Int = 3, smoothingWindow: Int = 5
  ) throws(VoiceActivityError) {
    let exitThreshold = exitThreshold ?? 0.7 * threshold
    try Self.require(threshold > 0 && threshold <= 1, "vadThreshold", "\(threshold)", "above 0 and at most 1")
    try Self.require(
      exitThreshold > 0 && exitThreshold <= threshold, "exitThreshold", "\(exitThreshold)",
      "above 0 and at most vadThreshold (\(threshold))")
    try Self.require(contextWindow >= 1, "vadContextWindow", "\(contextWindow)", "at least 1 frame")
    try Self.require(smoothingWindow >= 1, "vadSmoothingWindow", "\(smoothingWindow)", "at least 1 frame")
    self.threshold = threshold
    self.exitThreshold = exitThreshold
    self.contextWindow = contextWindow
    self.smoothingWindow = smoothingWindow
  }

  private static func require(
    _ holds: Bool, _ name: String, _ value: String, _ range: String
  ) throws(VoiceActivityError) {
    guard !holds else { return }
    throw VoiceActivityError(
      .invalidSetting, "The setting \(name) is \(value); it has to be \(range).",
      hint: "Correct it under “settings”.")
  }
}
