public import LabErrors
public import LabYAML

/// What went wrong with a sound file, a corpus or a recipe, in words for the person who gave it.
public struct AudioError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A stable short name of the kind of failure, for logs and JSON.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The text that leaves the program, such as `audio.file_missing`.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The path names nothing, or something that is not a regular file.
    public static let fileMissing = Code(rawValue: "audio.file_missing")
    /// The file is there but this user may not read it.
    public static let fileUnreadable = Code(rawValue: "audio.file_unreadable")
    /// The file has no bytes, or its audio has no samples.
    public static let fileEmpty = Code(rawValue: "audio.file_empty")
    /// The header promises more audio than the file holds.
    public static let fileTruncated = Code(rawValue: "audio.file_truncated")
    /// The bytes are not in a sound format that libsndfile knows.
    public static let notAudio = Code(rawValue: "audio.not_audio")
    /// More channels than a microphone array that this lab would average.
    public static let tooManyChannels = Code(rawValue: "audio.too_many_channels")
    /// A sample rate outside of ``SampleRate/allowed``.
    public static let sampleRateOutOfRange = Code(rawValue: "audio.sample_rate_out_of_range")
    /// A floating-point sample that is not a number, or infinite.
    public static let sampleNotFinite = Code(rawValue: "audio.sample_not_finite")
    /// Floating-point samples far beyond full scale: the file was written in another unit.
    public static let notNormalised = Code(rawValue: "audio.not_normalised")
    /// A file or folder could not be written.
    public static let writeFailed = Code(rawValue: "audio.write_failed")
    /// A manifest with problems; they are listed in ``AudioError/problems``.
    public static let invalidCorpus = Code(rawValue: "corpus.invalid")
    /// A recipe with problems; they are listed in ``AudioError/problems``.
    public static let invalidRecipe = Code(rawValue: "recipe.invalid")
    /// The folder to build into holds files already.
    public static let folderNotEmpty = Code(rawValue: "corpus.folder_not_empty")
    /// The speech synthesizer is not installed on this machine.
    public static let synthesizerMissing = Code(rawValue: "synthesis.missing")
    /// The speech synthesizer refused the text or the voice, or gave no sound.
    public static let synthesisFailed = Code(rawValue: "synthesis.failed")
  }

  public let code: Code
  /// One sentence that names the file at fault.
  public let message: String
  /// What to do about it, in the imperative.
  public let hint: String
  /// Every problem found in a YAML file, in the order of its lines; empty for other failures.
  public let problems: [YAMLProblem]

  public init(_ code: Code, _ message: String, hint: String, problems: [YAMLProblem] = []) {
    self.code = code
    self.message = message
    self.hint = hint
    self.problems = problems
  }

  /// The message, one line per problem, then the hint.
  public var description: String { report }
}

extension AudioError {
  /// Opens a YAML file; one that cannot be read is this module's error.
  static func reader(of path: String) throws(AudioError) -> YAMLReader {
    do {
      return try YAMLReader(contentsOf: path)
    } catch {
      throw AudioError(
        error.code == .fileMissing ? .fileMissing : .fileUnreadable, error.message, hint: error.hint)
    }
  }
}

extension AudioError: UserFacingError {
  public var problemLines: [String] { problems.map(\.description) }

  public var exit: ProgramExit {
    code == .writeFailed || code == .synthesizerMissing ? .internalFailure : .configuration
  }
}
