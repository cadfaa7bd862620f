import GRDB
import TestSupport

@testable import LabHistory

/// A history in a scratch folder.
struct HistoryFile {
  let scratch: ScratchFolder
  let history: History

  init() throws {
    scratch = try ScratchFolder()
    history = try History.open(scratch.file("history.sqlite"), creating: true)
  }

  /// Adds nights `1…count` with a median each.
  func add(_ count: Int, deviation: Double = 0.02, seed: UInt64 = 1, median: (Int) -> Double) throws {
    for number in 1...count {
      try history.add(
        SyntheticNight.noisy(number, median: median(number), deviation: deviation, seed: seed)
          .recorded(folder: "/runs/\(number)"))
    }
  }
}

extension History {
  /// The first column of what SQL answers.
  func texts(_ sql: String) throws -> [String] { try read { try String.fetchAll($0, sql: sql) } }

  /// Everything in the database but for the numbers of its rows, in an order of its own.
  func contents() throws -> [String] {
    let queries = [
      """
      SELECT identity, report_id, digest, folder, plan_name, plan_sha256, mode, seed, started_at, took_seconds, host,
        shard_index, shard_count, is_complete, is_valid, warnings, conversations, turns, system, processor,
        processors, version
      FROM runs JOIN machines ON machines.id = machine_id ORDER BY identity
      """,
      """
      SELECT identity, place, workload, stt, llm, tts, vad, network, device, preset, arm, run_cells.conversations,
        conversation_seconds, run_cells.turns, completed, interrupted, failed, missed, usd_total, usd_per_hour
      FROM run_cells JOIN runs ON runs.id = run_id JOIN cells ON cells.id = cell_id ORDER BY identity, place
      """,
      """
      SELECT identity, place, key, n, missing, p50_ms, p90_ms, p95_ms, p99_ms, max_ms, mean_ms FROM summaries
      JOIN run_cells ON run_cells.id = run_cell_id JOIN runs ON runs.id = run_id
      JOIN metrics ON metrics.id = metric_id ORDER BY identity, place, key
      """,
      """
      SELECT identity, place, conversation, turn, outcome FROM turns
      JOIN run_cells ON run_cells.id = run_cell_id JOIN runs ON runs.id = run_id
      ORDER BY identity, place, conversation, turn
      """,
      """
      SELECT identity, place, key, conversation, turn, nanoseconds FROM latencies
      JOIN run_cells ON run_cells.id = run_cell_id JOIN runs ON runs.id = run_id
      JOIN metrics ON metrics.id = metric_id ORDER BY identity, place, key, conversation, turn
      """,
      "SELECT name, identity FROM baselines JOIN runs ON runs.id = run_id ORDER BY name, identity",
      """
      SELECT workload, stt, llm, arm, key, fingerprint, series_digest, nights, changes, between_run_log_sd
      FROM noise_memory JOIN cells ON cells.id = cell_id JOIN metrics ON metrics.id = metric_id
      ORDER BY workload, stt, llm, arm, key, fingerprint
      """,
    ]
    return try read { database in
      try queries.flatMap { try Row.fetchAll(database, sql: $0).map(\.description) }
    }
  }
}
