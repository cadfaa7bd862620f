/// What a run in real time knows of the instrument's error from a calibration: the certificate that its
/// reports cite.
public struct InstrumentCalibration: Hashable, Sendable, Codable {
  /// What the certificate says about this run.
  public var state: State
  /// When the calibration was made, ISO 8601 in UTC; `nil` when there is none.
  @NullCodable public var madeAt: String? = nil
  /// The version of turnlab that made it.
  @NullCodable public var version: String? = nil
  /// The machine that it was made on.
  @NullCodable public var host: String? = nil
  /// Whether every error was within its tolerance and every gate proof came out.
  @NullCodable public var isFit: Bool? = nil
  /// Measured minus planted voice-to-voice latency over sockets of that machine.
  @NullCodable public var voiceToVoiceError: VoiceToVoiceError? = nil

  /// What a certificate is worth to a run.
  public enum State: String, Hashable, Sendable, Codable, CaseIterable {
    /// Made on this machine with this version.
    case current
    /// Made on another machine, or on this one when it had another system or processor.
    case otherMachine = "other_machine"
    /// Made on this machine with another version.
    case otherVersion = "other_version"
    /// Made in virtual time alone, which says nothing about real time.
    case virtualTimeOnly = "virtual_time_only"
    /// No certificate was found.
    case none
  }

  /// A distribution in milliseconds.
  public struct VoiceToVoiceError: Hashable, Sendable, Codable {
    /// How many turns were measured.
    public var count: Int
    /// The median.
    public var p50: Double
    /// The error of 99 in 100 turns; `nil` when there were fewer than 100.
    @NullCodable public var p99: Double? = nil
    /// The largest error.
    public var maximum: Double

    public init(count: Int, p50: Double, p99: Double?, maximum: Double) {
      self.count = count
      self.p50 = p50
      self.p99 = p99
      self.maximum = maximum
    }

    private enum CodingKeys: String, CodingKey {
      case p50, p99
      case count = "n"
      case maximum = "max"
    }
  }

  public init(
    state: State, madeAt: String? = nil, version: String? = nil, host: String? = nil, isFit: Bool? = nil,
    voiceToVoiceError: VoiceToVoiceError? = nil
  ) {
    self.state = state
    self.madeAt = madeAt
    self.version = version
    self.host = host
    self.isFit = isFit
    self.voiceToVoiceError = voiceToVoiceError
  }

  private enum CodingKeys: String, CodingKey {
    case state, version, host
    case madeAt = "made_at"
    case isFit = "fit"
    case voiceToVoiceError = "v2v_error_ms"
  }
}
