public import LabRecord
import LabTimeline

/// What a run measured: the content of `report.json`, and all that any reporter shows in figures.
///
/// Times are in milliseconds and their keys end in `_ms`, except inside a block whose own key does.
public struct RunReport: Hashable, Sendable, Codable {
  /// The format of the report; a reader refuses one that it does not know.
  public static let currentSchema = "turnlab.report/1"

  public var schema = currentSchema
  public var run: Run
  /// The cells of the matrix in the order of the plan; one without turns is there too.
  public var cells: [CellReport]
  /// Which cells are compared within the run; `nil` when it carries no baseline.
  public var pairs: [ArmPair]?
  /// The frontiers of turn taking; absent when the run recorded no pauses.
  public var frontiers: [FrontierReport]?
  /// What networks, devices, providers and other choices add; absent when nothing was to be chosen.
  public var choices: [ChoiceEffect]?
  /// What may mislead a reader of the run or of its pairs; warnings about one cell stand with the cell.
  public var warnings: [MeasurementWarning] = []

  public init(run: Run, cells: [CellReport], pairs: [ArmPair]? = nil) {
    self.run = run
    self.cells = cells
    self.pairs = pairs
  }

  /// Reads a report back.
  ///
  /// - Throws: `RecordError` that names the path when the bytes are not a report or of an unknown schema.
  public static func read(from bytes: [UInt8], path: String) throws -> RunReport {
    try JSONDocument.read(Self.self, from: bytes, path: path, schema: currentSchema)
  }

  /// What was run, how, and whether the instrument can be trusted.
  public struct Run: Hashable, Sendable, Codable {
    /// Sixteen hexadecimal digits that depend on the plans, mode and seed alone.
    public var id: String
    public var mode: RunMode
    public var seed: UInt64
    /// When the run began, ISO 8601 in UTC; `nil` in virtual time.
    @NullCodable public var startedAt: String? = nil
    public var plan: RecordHeader.PlanIdentity
    /// The plan under which the baseline arm was measured; `nil` when it has none of its own.
    public var baseline: RecordHeader.PlanIdentity?
    /// Which part of the run this is; `nil` when it is the whole.
    @NullCodable public var shard: RecordHeader.Shard? = nil
    /// Which of the plan's cells were measured, in the words of `--select`; `nil` when all of them were.
    public var selection: String?
    /// Whether every conversation of the run or shard is in the record.
    public var isComplete: Bool
    /// How many conversations the plan asks for, over all shards, warm-ups included.
    public var plannedConversations: Int
    public var environment: RunEnvironment
    public var instrument: Instrument
    /// Which price book the cost is computed by; `nil` when nothing was priced.
    @NullCodable public var prices: Prices? = nil
  }

  /// A price book by its day.
  public struct Prices: Hashable, Sendable, Codable {
    /// The day up to which its prices were looked up.
    public var asOf: String

    public init(asOf: String) {
      self.asOf = asOf
    }

    private enum CodingKeys: String, CodingKey {
      case asOf = "as_of"
    }
  }
}

extension RunReport.Run {
  private enum CodingKeys: String, CodingKey {
    case id, mode, seed, plan, baseline, shard, selection, environment, instrument, prices
    case startedAt = "started_at"
    case isComplete = "complete"
    case plannedConversations = "planned_conversations"
  }
}
