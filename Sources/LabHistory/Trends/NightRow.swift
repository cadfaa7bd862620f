import GRDB
import LabRecord
import LabTimeline

/// A night of one cell as the database has it.
struct NightRow {
  var fingerprint: RunFingerprint
  var cellID: Int64
  var cell: Cell
  var night: TrendNight

  /// What the rows are to be of.
  struct Query {
    var metric: LatencyMetric
    var statistic: TrendStatistic = .p50
    var plan: String?
    var mode: String?
    /// The cells by number; all when `nil`.
    var cells: [Int64]?
  }

  /// The nights of whole runs of known date, in the order of cells and then of time.
  static func fetch(_ query: Query, in database: Database) throws -> [NightRow] {
    let cells = query.cells.map { "AND run_cells.cell_id IN (\($0.map(String.init).joined(separator: ",")))" }
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT runs.identity, runs.started_at, runs.plan_name, runs.plan_sha256, runs.mode, runs.seed,
          runs.is_valid, machines.system, machines.processor, machines.processors, machines.version,
          cells.*, cell_id, turns_of_cell, failed, missed, usd_per_hour, n, p50_ms, p90_ms
        FROM (SELECT id AS run_cell_id, run_id, cell_id, turns AS turns_of_cell, failed, missed, usd_per_hour
          FROM run_cells WHERE 1 \(cells ?? "")) AS figures
        JOIN runs ON runs.id = run_id JOIN machines ON machines.id = machine_id JOIN cells ON cells.id = cell_id
        LEFT JOIN summaries ON summaries.run_cell_id = figures.run_cell_id
          AND metric_id = (SELECT id FROM metrics WHERE key = ?)
        WHERE is_complete AND shard_index IS NULL AND started_at IS NOT NULL
          AND (?2 IS NULL OR plan_name = ?2) AND (?3 IS NULL OR mode = ?3)
        ORDER BY cell_id, started_at, identity
        """, arguments: [query.metric.key, query.plan, query.mode])
    var nights: [NightRow] = []
    while let row = try rows.next() { nights.append(NightRow(row, statistic: query.statistic)) }
    return nights
  }

  private init(_ row: Row, statistic: TrendStatistic) {
    let machine = Machine(
      system: row["system"], processor: row["processor"], processors: row["processors"],
      version: row["version"])
    fingerprint = RunFingerprint(plan: row["plan_name"], mode: row["mode"], machine: machine)
    cellID = row["cell_id"]
    cell = Cell(row: row)
    let turns: Int = row["turns_of_cell"]
    let value: Double? =
      switch statistic {
      case .p50: row["p50_ms"]
      case .p90: row["p90_ms"]
      case .errorRate: turns > 0 ? Double(row["failed"] as Int + row["missed"]) / Double(turns) : nil
      case .usdPerHour: row["usd_per_hour"]
      }
    night = TrendNight(
      run: row["identity"], startedAt: row["started_at"],
      plan: RecordHeader.PlanIdentity(name: row["plan_name"], sha256: row["plan_sha256"]),
      seed: UInt64(row["seed"] as String) ?? 0, value: value,
      n: statistic.isOfMetric ? row["n"] ?? 0 : turns, isValid: row["is_valid"])
  }
}
