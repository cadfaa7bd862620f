import Foundation

/// One line of `soak.jsonl`: what was asked for, then what the process consumed and what was saved, as it
/// happened.
///
/// Beside the record, which holds what was said, this file holds what it took. Unlike the record of an
/// offline run it is never the same twice.
public enum SoakLine: Hashable, Sendable {
  case settings(SoakSettings)
  case sample(ResourceSample)
  case save(SoakSave)
  case resumed(SoakResumption)

  /// The file's name in a run folder.
  public static let fileName = "soak.jsonl"
  /// The format of the file; a reader refuses one that it does not know.
  public static let schema = "turnlab.soak-samples/1"

  /// Reads a file; a last line that was cut off is left out.
  ///
  /// - Throws: `RecordError` that names the line which is none.
  public static func read(_ bytes: [UInt8], path: String) throws -> [SoakLine] {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let decoder = JSONDecoder()
    return try lines.dropLast().enumerated().map { index, line in
      do {
        return try decoder.decode(SoakLine.self, from: Data(line))
      } catch is DecodingError {
        throw RecordError(
          .line, "'\(path)' line \(index + 1) does not hold what '\(schema)' asks for.",
          hint: "Soak into another folder; the record in this one is untouched.")
      }
    }
  }

  /// The line as bytes, with its line feed.
  public func bytes() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
  }
}

/// What the process held at a moment; what could not be learnt is `nil`.
public struct ResourceSample: Hashable, Sendable, Codable {
  /// On the soak's clock, in seconds: virtual time offline, where sessions follow each other, and the time
  /// since the beginning in real time.
  public var at: Double
  /// Memory that is resident.
  public var residentBytes: Int?
  /// Memory that the allocator has handed out and not got back.
  public var allocatedBytes: Int?
  /// Open file descriptors.
  public var descriptors: Int?
  public var threads: Int?
  /// Reports of the driver that are not written yet; real time only.
  public var waitingReports: Int?

  public init(
    at: Double, residentBytes: Int? = nil, allocatedBytes: Int? = nil, descriptors: Int? = nil,
    threads: Int? = nil, waitingReports: Int? = nil
  ) {
    self.at = at
    self.residentBytes = residentBytes
    self.allocatedBytes = allocatedBytes
    self.descriptors = descriptors
    self.threads = threads
    self.waitingReports = waitingReports
  }

  private enum CodingKeys: String, CodingKey {
    case descriptors, threads
    case at = "at_s"
    case residentBytes = "resident_bytes"
    case allocatedBytes = "allocated_bytes"
    case waitingReports = "waiting_reports"
  }
}

/// The record was put on the disk, so that nothing before this moment can be lost.
public struct SoakSave: Hashable, Sendable, Codable {
  /// On the soak's clock, in seconds.
  public var at: Double
  /// Turns that are safe.
  public var turns: Int

  public init(at: Double, turns: Int) {
    self.at = at
    self.turns = turns
  }

  private enum CodingKeys: String, CodingKey {
    case turns
    case at = "at_s"
  }
}

/// The soak went on in a new process.
public struct SoakResumption: Hashable, Sendable, Codable {
  /// Where the soak's clock goes on, in seconds.
  public var at: Double
  /// Sessions that were cut off and go on where their last turn ended.
  public var continuedSessions: Int

  public init(at: Double, continuedSessions: Int) {
    self.at = at
    self.continuedSessions = continuedSessions
  }

  private enum CodingKeys: String, CodingKey {
    case at = "at_s"
    case continuedSessions = "continued_sessions"
  }
}

extension SoakLine: Codable {
  private enum CodingKeys: String, CodingKey {
    case type, schema
  }

  private enum LineType: String, Codable {
    case settings, sample, save, resumed
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(LineType.self, forKey: .type) {
    case .settings:
      let schema = try container.decode(String.self, forKey: .schema)
      guard schema == Self.schema else {
        throw DecodingError.dataCorruptedError(
          forKey: .schema, in: container, debugDescription: "unknown schema '\(schema)'")
      }
      self = .settings(try SoakSettings(from: decoder))
    case .sample: self = .sample(try ResourceSample(from: decoder))
    case .save: self = .save(try SoakSave(from: decoder))
    case .resumed: self = .resumed(try SoakResumption(from: decoder))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .settings(let settings):
      try container.encode(LineType.settings, forKey: .type)
      try container.encode(Self.schema, forKey: .schema)
      try settings.encode(to: encoder)
    case .sample(let sample):
      try container.encode(LineType.sample, forKey: .type)
      try sample.encode(to: encoder)
    case .save(let save):
      try container.encode(LineType.save, forKey: .type)
      try save.encode(to: encoder)
    case .resumed(let resumption):
      try container.encode(LineType.resumed, forKey: .type)
      try resumption.encode(to: encoder)
    }
  }
}
