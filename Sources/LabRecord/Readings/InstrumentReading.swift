/// What the harness found out about itself during a run: facts, which reports judge.
///
/// Kept beside the record, in `environment.json`, because it differs from run to run. In virtual time only
/// what the process consumed can be read; every other field is `nil`, and so is any that the machine does not
/// tell.
public struct InstrumentReading: Hashable, Sendable, Codable {
  /// The smallest step that the clock was seen to make.
  public var timerResolutionNanoseconds: Int64?
  /// How late microphone frames were handed on.
  public var pacerLateness: Spread?
  /// How long an arrival waited between its stamp and its handling.
  public var loopLag: Spread?
  /// The conversations as the driver saw them.
  public var load: Load?
  /// The largest jump that the wall clock made against the monotonic clock between two looks at both, in
  /// milliseconds; negative when it was set back. Time in which the machine was suspended is not in it.
  public var clockStepMilliseconds: Double?
  /// How long the machine was suspended while the run went on, in milliseconds.
  public var suspendedMilliseconds: Double?
  /// Processor time that the process took over the run, all threads together, in seconds. In loopback the
  /// emulated services are part of the process.
  public var processorSeconds: Double?
  /// Resident memory at the end less that after the first conversation, in megabytes (10⁶ bytes); negative
  /// when it shrank, `nil` when fewer than two conversations ended.
  public var memoryGrowthMegabytes: Double?
  /// What is known of the instrument's error from a calibration; `nil` when nobody looked for one.
  public var calibration: InstrumentCalibration?

  public init(
    timerResolutionNanoseconds: Int64? = nil, pacerLateness: Spread? = nil, loopLag: Spread? = nil,
    load: Load? = nil, clockStepMilliseconds: Double? = nil, suspendedMilliseconds: Double? = nil,
    processorSeconds: Double? = nil, memoryGrowthMegabytes: Double? = nil,
    calibration: InstrumentCalibration? = nil
  ) {
    self.timerResolutionNanoseconds = timerResolutionNanoseconds
    self.pacerLateness = pacerLateness
    self.loopLag = loopLag
    self.load = load
    self.clockStepMilliseconds = clockStepMilliseconds
    self.suspendedMilliseconds = suspendedMilliseconds
    self.processorSeconds = processorSeconds
    self.memoryGrowthMegabytes = memoryGrowthMegabytes
    self.calibration = calibration
  }

  private enum CodingKeys: String, CodingKey {
    case load, calibration
    case timerResolutionNanoseconds = "timer_resolution_ns"
    case pacerLateness = "pacer_lateness_ms"
    case loopLag = "loop_lag_ms"
    case clockStepMilliseconds = "clock_step_ms"
    case suspendedMilliseconds = "suspended_ms"
    case processorSeconds = "processor_seconds"
    case memoryGrowthMegabytes = "memory_growth_mb"
  }

  /// Three points of a distribution, in milliseconds.
  public struct Spread: Hashable, Sendable, Codable {
    public var p50: Double
    public var p99: Double
    public var max: Double

    public init(p50: Double, p99: Double, max: Double) {
      self.p50 = p50
      self.p99 = p99
      self.max = max
    }
  }

  /// The three quantities of Little's law (J. D. C. Little, "A proof for the queuing formula L = λW",
  /// Operations Research 9(3), 1961), each from a source of its own, so that they can be held against each
  /// other.
  public struct Load: Hashable, Sendable, Codable {
    /// Conversations that ended.
    public var conversations: Int
    /// From the instant at which the first could begin to the last end, in seconds.
    public var seconds: Double
    /// How many conversations the driver had on its hands on average: those that could begin,
    /// being due with a line free, and have not ended.
    public var meanConcurrency: Double
    /// How long conversations took by their own account, on average, in seconds.
    public var meanConversationSeconds: Double

    public init(
      conversations: Int, seconds: Double, meanConcurrency: Double, meanConversationSeconds: Double
    ) {
      self.conversations = conversations
      self.seconds = seconds
      self.meanConcurrency = meanConcurrency
      self.meanConversationSeconds = meanConversationSeconds
    }

    /// The concurrency that the conversations' own account explains: arrival rate × mean time in
    /// conversation.
    public var explainedConcurrency: Double {
      seconds > 0 ? Double(conversations) / seconds * meanConversationSeconds : 0
    }

    private enum CodingKeys: String, CodingKey {
      case conversations, seconds
      case meanConcurrency = "mean_concurrency"
      case meanConversationSeconds = "mean_conversation_seconds"
    }
  }
}
