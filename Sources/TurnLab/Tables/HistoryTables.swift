import Foundation
package import LabHistory
import LabRecord
import LabRunner
import LabTimeline

/// The history's answers as tables for the terminal. Times are ISO 8601 in UTC.
package enum HistoryTables {
  /// Runs, one a line.
  package static func text(_ runs: [StoredRun]) -> String {
    guard !runs.isEmpty else { return "No run.\n" }
    let header = ["RUN", "STARTED", "PLAN", "MODE", "CELLS", "TURNS", "NOTES"]
    let rows = runs.map { run in
      [
        run.shortIdentity, run.startedAt ?? "unknown", run.plan.name, run.mode, "\(run.cells)",
        "\(run.turns)",
        notes(run),
      ]
    }
    return lines([header] + rows, leftColumns: [0, 1, 2, 3, 6])
  }

  /// Baselines with their runs.
  package static func text(_ baselines: [Baseline]) -> String {
    guard !baselines.isEmpty else { return "No baseline is pinned.\n" }
    let header = ["BASELINE", "RUN", "STARTED", "PLAN", "MODE", "FOLDER"]
    let rows = baselines.flatMap { baseline in
      baseline.runs.map { run in
        [
          baseline.name, run.shortIdentity, run.startedAt ?? "unknown", run.plan.name, run.mode, run.folder,
        ]
      }
    }
    return lines([header] + rows, leftColumns: Set(header.indices))
  }

  /// A run with its cells.
  package static func text(_ run: StoredRun, cells: [StoredCell]) -> String {
    let facts: [(String, String?)] = [
      ("run", run.identity), ("plan", "\(run.plan.name) (\(run.plan.sha256.prefix(12)))"), ("mode", run.mode),
      ("seed", "\(run.seed)"), ("started", run.startedAt),
      ("took", run.seconds.map { String(format: "%.1f s", $0) }), ("machine", run.machine.name),
      ("host", run.host), ("folder", run.folder),
      ("turns", "\(run.turns) in \(counted(run.conversations, "conversation"))"),
      ("notes", notes(run).isEmpty ? nil : notes(run)),
    ]
    let known = facts.compactMap { name, value in value.map { [name, $0] } }
    let warnings = run.warnings.map { ["warning", $0] }
    let header = ["CELL", "TURNS", "FAILED", "MISSED", "V2V N", "P50 MS", "P90 MS"]
    let rows = cells.map { cell in
      let metric = cell.metrics.first { $0.key == MetricCatalogue.voiceToVoice.key }
      return [
        cell.cell.name, "\(cell.turns)", "\(cell.failed)", "\(cell.missed)", "\(metric?.n ?? 0)",
        figure(metric?.p50), figure(metric?.p90),
      ]
    }
    return lines(known + warnings, leftColumns: [0, 1]) + "\n" + lines([header] + rows, leftColumns: [0])
  }

  /// What adding a run came to, in one line.
  package static func line(_ addition: Addition) -> String {
    let what =
      switch addition.outcome {
      case .added: "added"
      case .unchanged: "already there"
      case .grown: "replaced, it has grown"
      }
    return "\(addition.run.identity)  \(what): \(line(addition.run))"
  }

  /// A run in one line, without its identity.
  package static func line(_ run: StoredRun) -> String {
    let parts = [
      run.plan.name, run.mode, run.startedAt, counted(run.cells, "cell"), counted(run.turns, "turn"),
    ]
    return (parts.compactMap { $0 } + (notes(run).isEmpty ? [] : [notes(run)])).joined(separator: " · ")
  }

  private static func notes(_ run: StoredRun) -> String {
    [
      run.isComplete ? nil : "unfinished", run.shard.map { "shard \($0.index)/\($0.count)" },
      run.isValid ? nil : "invalid",
    ].compactMap { $0 }.joined(separator: ", ")
  }

  private static func figure(_ value: Double?) -> String { value.map { String(format: "%.1f", $0) } ?? "–" }

  private static func lines(_ rows: [[String]], leftColumns: Set<Int>) -> String {
    aligned(rows, leftColumns: leftColumns).map { $0 + "\n" }.joined()
  }
}
