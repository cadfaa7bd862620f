import GRDB

/// How the database came to look as it does: named steps, in order, none of which is ever changed.
///
/// Instants are texts in ISO 8601 UTC, latencies whole nanoseconds, and every other column has its unit in
/// its name.
enum HistoryMigrations {
  /// The mark of a history in the header of the file, so that no other program's database is taken for one.
  static let applicationID = 0x544C_4831

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 runs, cells and turns") { database in
      try database.execute(sql: runsAndTurns)
    }
    migrator.registerMigration("2 baselines and noise memory") { database in
      try database.execute(sql: baselinesAndNoise)
    }
    return migrator
  }

  private static let runsAndTurns = """
    PRAGMA application_id = \(applicationID);
    CREATE TABLE machines (
      id INTEGER PRIMARY KEY,
      system TEXT, processor TEXT, processors INTEGER, version TEXT
    );
    CREATE TABLE cells (
      id INTEGER PRIMARY KEY,
      workload TEXT NOT NULL, stt TEXT NOT NULL, llm TEXT NOT NULL, tts TEXT NOT NULL, vad TEXT NOT NULL,
      network TEXT NOT NULL, device TEXT NOT NULL, preset TEXT NOT NULL, arm TEXT NOT NULL,
      UNIQUE (workload, stt, llm, tts, vad, network, device, preset, arm)
    );
    CREATE TABLE metrics (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE);
    CREATE TABLE runs (
      id INTEGER PRIMARY KEY,
      identity TEXT NOT NULL UNIQUE,
      report_id TEXT NOT NULL,
      digest TEXT NOT NULL,
      folder TEXT NOT NULL,
      plan_name TEXT NOT NULL,
      plan_sha256 TEXT NOT NULL,
      mode TEXT NOT NULL,
      seed TEXT NOT NULL,
      started_at TEXT,
      took_seconds REAL,
      host TEXT,
      machine_id INTEGER NOT NULL REFERENCES machines (id),
      shard_index INTEGER,
      shard_count INTEGER,
      is_complete INTEGER NOT NULL,
      is_valid INTEGER NOT NULL,
      warnings TEXT NOT NULL,
      conversations INTEGER NOT NULL,
      turns INTEGER NOT NULL
    );
    CREATE INDEX runs_by_plan ON runs (plan_name, mode, started_at);
    CREATE TABLE run_cells (
      id INTEGER PRIMARY KEY,
      run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
      cell_id INTEGER NOT NULL REFERENCES cells (id),
      place INTEGER NOT NULL,
      conversations INTEGER NOT NULL,
      conversation_seconds REAL NOT NULL,
      turns INTEGER NOT NULL,
      completed INTEGER NOT NULL,
      interrupted INTEGER NOT NULL,
      failed INTEGER NOT NULL,
      missed INTEGER NOT NULL,
      usd_total REAL,
      usd_per_hour REAL,
      UNIQUE (run_id, place)
    );
    CREATE INDEX run_cells_by_cell ON run_cells (cell_id, run_id);
    CREATE TABLE summaries (
      run_cell_id INTEGER NOT NULL REFERENCES run_cells (id) ON DELETE CASCADE,
      metric_id INTEGER NOT NULL REFERENCES metrics (id),
      n INTEGER NOT NULL,
      missing INTEGER NOT NULL,
      p50_ms REAL, p90_ms REAL, p95_ms REAL, p99_ms REAL, max_ms REAL, mean_ms REAL,
      PRIMARY KEY (run_cell_id, metric_id)
    ) WITHOUT ROWID;
    CREATE TABLE turns (
      run_cell_id INTEGER NOT NULL REFERENCES run_cells (id) ON DELETE CASCADE,
      conversation INTEGER NOT NULL,
      turn INTEGER NOT NULL,
      outcome TEXT NOT NULL,
      PRIMARY KEY (run_cell_id, conversation, turn)
    ) WITHOUT ROWID;
    CREATE TABLE latencies (
      run_cell_id INTEGER NOT NULL REFERENCES run_cells (id) ON DELETE CASCADE,
      metric_id INTEGER NOT NULL REFERENCES metrics (id),
      conversation INTEGER NOT NULL,
      turn INTEGER NOT NULL,
      nanoseconds INTEGER NOT NULL,
      PRIMARY KEY (run_cell_id, metric_id, conversation, turn)
    ) WITHOUT ROWID;
    """

  private static let baselinesAndNoise = """
    CREATE TABLE baselines (
      name TEXT NOT NULL,
      run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE RESTRICT,
      PRIMARY KEY (name, run_id)
    ) WITHOUT ROWID;
    CREATE TABLE noise_memory (
      cell_id INTEGER NOT NULL REFERENCES cells (id),
      metric_id INTEGER NOT NULL REFERENCES metrics (id),
      fingerprint TEXT NOT NULL,
      series_digest TEXT NOT NULL,
      nights INTEGER NOT NULL,
      changes TEXT NOT NULL,
      between_run_log_sd REAL,
      PRIMARY KEY (cell_id, metric_id, fingerprint)
    ) WITHOUT ROWID;
    """
}
