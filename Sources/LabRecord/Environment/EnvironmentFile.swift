import LabTimeline

/// `environment.json`: all that may differ between two equal offline runs, and what the instrument read of
/// itself.
public struct EnvironmentFile: Hashable, Sendable, Codable {
  /// The format of the file.
  public static let currentSchema = "turnlab.environment/1"

  public var schema = currentSchema
  public var environment: RunEnvironment
  /// In virtual time only what the process consumed. Absent in files of versions that did not read that.
  public var instrument: InstrumentReading?

  public init(environment: RunEnvironment, instrument: InstrumentReading?) {
    self.environment = environment
    self.instrument = instrument
  }

  /// Reads an environment back.
  ///
  /// - Throws: ``RecordError`` that names the path when the bytes are not an environment or of an unknown
  ///   schema.
  public static func read(from bytes: [UInt8], path: String) throws -> EnvironmentFile {
    try JSONDocument.read(Self.self, from: bytes, path: path, schema: currentSchema)
  }
}
