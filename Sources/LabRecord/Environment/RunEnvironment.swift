/// Where and with what a run was made: everything that may differ between two runs of one plan and seed.
///
/// Stands in `environment.json`. In the report of an offline run every field is `null`.
public struct RunEnvironment: Hashable, Sendable, Codable {
  /// When the run began, ISO 8601 in UTC.
  @NullCodable public var startedAt: String? = nil
  /// How long the run took, in seconds.
  @NullCodable public var seconds: Double? = nil
  /// The version of turnlab.
  @NullCodable public var version: String? = nil
  /// The name of the machine.
  @NullCodable public var host: String? = nil
  /// The operating system and its version.
  @NullCodable public var system: String? = nil
  /// The processor's name.
  @NullCodable public var processor: String? = nil
  /// How many processors the run could use.
  @NullCodable public var processors: Int? = nil

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
}
