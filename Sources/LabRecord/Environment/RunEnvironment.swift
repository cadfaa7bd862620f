/// Where and with what a run was made: everything that may differ between two runs of one plan and seed.
///
/// Stands in `environment.json`. In the report of an offline run every field is `null`.
public struct RunEnvironment: Hashable, Sendable, Codable {
  /// When the run began, ISO 8601 in UTC.
  public var startedAt: String?
  /// How long the run took, in seconds.
  public var seconds: Double?
  /// The version of turnlab.
  public var version: String?
  /// The name of the machine.
  public var host: String?
  /// The operating system and its version.
  public var system: String?
  /// The processor's name.
  public var processor: String?
  /// How many processors the run could use.
  public var processors: Int?

  public init(
    startedAt: String? = nil, seconds: Double? = nil, version: String? = nil, host: String? = nil,
    system: String? = nil, processor: String? = nil, processors: Int? = nil
  ) {
    self.startedAt = startedAt
    self.seconds = seconds
    self.version = version
    self.host = host
    self.system = system
    self.processor = processor
    self.processors = processors
  }

  private enum CodingKeys: String, CodingKey {
    case seconds, version, host, system, processor, processors
    case startedAt = "started_at"
  }

  /// Writes what is not known as `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(startedAt, forKey: .startedAt)
    try container.encode(seconds, forKey: .seconds)
    try container.encode(version, forKey: .version)
    try container.encode(host, forKey: .host)
    try container.encode(system, forKey: .system)
    try container.encode(processor, forKey: .processor)
    try container.encode(processors, forKey: .processors)
  }
}
