import GRDB
public import LabRecord
import LabTimeline

/// A run of the past.
public struct StoredRun: Hashable, Sendable {
  /// Sixteen hexadecimal digits that no other run of the history has.
  public var identity: String
  /// The id of the run's report, which depends on plan, mode and seed alone.
  public var reportID: String
  /// The run folder, as an absolute path; it may have been moved or removed since.
  public var folder: String
  public var plan: RecordHeader.PlanIdentity
  public var mode: String
  public var seed: UInt64
  /// When the run began, ISO 8601 in UTC; `nil` when its folder does not say.
  public var startedAt: String?
  /// How long it took, in seconds.
  public var seconds: Double?
  /// The name of the machine.
  public var host: String?
  public var machine: Machine
  /// Which part of the run this is; `nil` when it is the whole.
  public var shard: RecordHeader.Shard?
  /// Whether every conversation of the run or shard is there.
  public var isComplete: Bool
  /// Whether the instrument trusted its own figures.
  public var isValid: Bool
  /// What spoke against it.
  public var warnings: [String]
  public var cells: Int
  /// Conversations that count.
  public var conversations: Int
  /// Turns that count.
  public var turns: Int

  /// Whether the run lacks conversations of its plan: it was cut off, or it is one of several shards.
  ///
  /// Such a run is in no trend, no noise memory and no rolling baseline.
  public var isPartial: Bool { !isComplete || shard != nil }

  /// The conditions under which it was made.
  public var fingerprint: RunFingerprint { RunFingerprint(plan: plan.name, mode: mode, machine: machine) }

  /// The identity as people write it.
  public var shortIdentity: String { String(identity.prefix(8)) }
}

extension StoredRun {
  /// The columns that `init(row:)` reads; a condition and an order may follow.
  static let selection = """
    SELECT runs.*, machines.system, machines.processor, machines.processors, machines.version,
      (SELECT count(*) FROM run_cells WHERE run_cells.run_id = runs.id) AS cells
    FROM runs JOIN machines ON machines.id = runs.machine_id
    """

  init(row: Row) {
    let shardIndex: Int? = row["shard_index"]
    let warnings: String = row["warnings"]
    self.init(
      identity: row["identity"], reportID: row["report_id"], folder: row["folder"],
      plan: RecordHeader.PlanIdentity(name: row["plan_name"], sha256: row["plan_sha256"]),
      mode: row["mode"], seed: UInt64(row["seed"] as String) ?? 0, startedAt: row["started_at"],
      seconds: row["took_seconds"], host: row["host"],
      machine: Machine(
        system: row["system"], processor: row["processor"], processors: row["processors"],
        version: row["version"]),
      shard: shardIndex.map { RecordHeader.Shard(index: $0, count: row["shard_count"]) },
      isComplete: row["is_complete"], isValid: row["is_valid"],
      warnings: warnings.split(separator: "\n").map(String.init),
      cells: row["cells"], conversations: row["conversations"], turns: row["turns"])
  }
}
