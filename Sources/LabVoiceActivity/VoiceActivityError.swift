public import LabErrors

/// Something that a caller handed to voice activity detection and that it cannot work with.
public struct VoiceActivityError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of problem it is, stable across versions.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// Short text for logs and JSON.
    public let description: String

    /// The sample rate is none that the detectors support.
    public static let unsupportedSampleRate = Code(description: "unsupported_sample_rate")

    /// A file of labels cannot be read, or a folder has none.
    public static let invalidLabels = Code(description: "invalid_labels")

    /// A detector outside of this program is missing, or did not answer as it has to.
    public static let detectorFailed = Code(description: "detector_failed")

    /// A setting of the segmenter or of a detector is out of its range.
    public static let invalidSetting = Code(description: "invalid_setting")
  }

  /// What kind of problem it is.
  public let code: Code

  /// One sentence that names the value at fault.
  public let message: String

  /// What to do about it.
  public let hint: String

  /// The message, followed by the hint.
  public var description: String { "\(message) \(hint)" }

  init(_ code: Code, _ message: String, hint: String) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}

extension VoiceActivityError: UserFacingError {
  public var exit: ProgramExit { .configuration }
}
