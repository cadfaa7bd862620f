/// What a soak was asked for: how long, how many, how often looked at, and what breaks it.
public struct SoakSettings: Hashable, Sendable, Codable {
  /// How long every session lasts, in seconds.
  public var durationSeconds = 5400.0
  /// How many sessions every conversation of every cell becomes.
  public var sessions = 1
  /// How far apart sessions begin in real time, in seconds.
  public var staggerSeconds = 0.0
  /// How far apart the checks and the automatic saves are, in seconds.
  public var checkSeconds = 300.0
  /// How far apart the looks at the process are, in seconds.
  public var sampleSeconds = 10.0
  public var limits = SoakLimits()
  /// What was planted to see whether the soak finds it; `nil` when nothing was.
  public var plant: SoakPlant?

  public init() {}

  private enum CodingKeys: String, CodingKey {
    case sessions, limits, plant
    case durationSeconds = "duration_s"
    case staggerSeconds = "stagger_s"
    case checkSeconds = "check_every_s"
    case sampleSeconds = "sample_every_s"
  }
}

/// What a soak may do and still pass.
public struct SoakLimits: Hashable, Sendable, Codable {
  /// By how much memory may grow in an hour of running, in megabytes (a million bytes).
  public var memoryMegabytesPerHour = 8.0
  /// By how many open files the process may grow in an hour.
  public var descriptorsPerHour = 2.0
  /// By how many threads the process may grow in an hour.
  public var threadsPerHour = 2.0
  /// By which share of itself a latency may grow from the beginning to the end: 0.05 is five per cent.
  public var latencyChange = 0.05
  /// The least share of the caller's interruptions that must make the agent stop.
  public var interruptionSuccess = 0.9
  /// The greatest share of words that may be wrong in any check; `nil` holds every check against the whole
  /// soak alone.
  public var wordErrorRate: Double?
  /// The greatest number of changes to a hotter thermal state in a session.
  public var thermalEvents: Int?

  public init() {}

  private enum CodingKeys: String, CodingKey {
    case memoryMegabytesPerHour = "memory_mb_per_hour"
    case descriptorsPerHour = "descriptors_per_hour"
    case threadsPerHour = "threads_per_hour"
    case latencyChange = "latency_change"
    case interruptionSuccess = "interruption_success"
    case wordErrorRate = "word_error_rate"
    case thermalEvents = "thermal_events"
  }
}

/// Faults that a soak plants in itself, to prove that it would find them: real memory and real open files
/// that nobody gives back, and services that slow down.
public struct SoakPlant: Hashable, Sendable, Codable {
  /// Memory that is taken and never given back, in megabytes an hour.
  public var memoryMegabytesPerHour = 0.0
  /// Files that are opened and never closed, an hour.
  public var descriptorsPerHour = 0.0
  /// By which share every wait of the emulated services has grown at the end.
  public var latencyChange = 0.0

  public init() {}

  private enum CodingKeys: String, CodingKey {
    case memoryMegabytesPerHour = "memory_mb_per_hour"
    case descriptorsPerHour = "descriptors_per_hour"
    case latencyChange = "latency_change"
  }
}
