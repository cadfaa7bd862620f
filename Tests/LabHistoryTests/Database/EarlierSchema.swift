/// A schema that histories had before the present one, as the text that makes it, with two nights in it.
///
/// Never changed: a text stands for the files that people have. A new migration adds the schema that it starts from.
struct EarlierSchema: Sendable, CustomStringConvertible {
  /// The migrations that such a file has behind it.
  let migrations: [String]
  let sql: String
  /// What the history must then say of it.
  let runs: [String]
  let medians: [Double]

  var description: String { migrations.last ?? "empty file" }

  static let all = [empty, runsAndTurns]

  private static let empty = EarlierSchema(migrations: [], sql: "", runs: [], medians: [])

  private static let runsAndTurns = EarlierSchema(
    migrations: ["1 runs, cells and turns"],
    sql: """
      CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
      INSERT INTO grdb_migrations VALUES ('1 runs, cells and turns');
      PRAGMA application_id = 1414285361;
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
      INSERT INTO machines VALUES (1, 'Test OS', 'Test CPU', 4, '1.0');
      INSERT INTO cells VALUES (1, 'tutor', 'deepgram/nova-3', 'openai/gpt-4.1', 'cartesia/sonic-2', 'spectral', 'wired',
        'none', 'balanced', 'candidate');
      INSERT INTO metrics VALUES (1, 'turn.v2v_ms'), (2, 'llm.ttft_ms');
      INSERT INTO runs VALUES
        (1, '3c0bfcb894f5ce55', '58ab398e8730dd74', 'b50f5b539c07ce98', '/runs/old-1', 'nightly', 'aa', 'live', '1',
          '2025-12-01T02:00:00Z', 60.0, 'lab', 1, NULL, NULL, 1, 1, '', 1, 3),
        (2, 'dd18dc91e1ba02ea', '58ab398e8730dd74', '5d9b1c812ae73e03', '/runs/old-2', 'nightly', 'aa', 'live', '1',
          '2025-12-02T02:00:00Z', 60.0, 'lab', 1, NULL, NULL, 1, 1, '', 1, 3);
      INSERT INTO run_cells VALUES
        (1, 1, 1, 0, 1, 20.0, 3, 3, 0, 0, 0, NULL, NULL), (2, 2, 1, 0, 1, 20.0, 3, 3, 0, 0, 0, NULL, NULL);
      INSERT INTO summaries VALUES
        (1, 1, 3, 0, 1000.0, NULL, NULL, NULL, 1000.0, 1000.0), (2, 1, 3, 0, 1100.0, NULL, NULL, NULL, 1100.0, 1100.0);
      INSERT INTO turns VALUES
        (1, 0, 0, 'completed'), (1, 0, 1, 'completed'), (1, 0, 2, 'completed'),
        (2, 0, 0, 'completed'), (2, 0, 1, 'completed'), (2, 0, 2, 'completed');
      INSERT INTO latencies VALUES
        (1, 1, 0, 0, 1000000000), (1, 1, 0, 1, 1000000000), (1, 1, 0, 2, 1000000000),
        (2, 1, 0, 0, 1100000000), (2, 1, 0, 1, 1100000000), (2, 1, 0, 2, 1100000000);
      """,
    runs: ["dd18dc91e1ba02ea", "3c0bfcb894f5ce55"], medians: [1000, 1100])
}
