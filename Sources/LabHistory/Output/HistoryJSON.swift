import LabRecord
import LabTimeline

/// The history's answers as JSON for other programs: indented, keys sorted, what is not known `null`.
public enum HistoryJSON {
  /// Runs, with the schema `turnlab.history.runs/1`.
  public static func text(_ runs: [StoredRun]) throws -> String {
    try document("runs", ["runs": .list(runs.map(node))])
  }

  /// A run with its cells, with the schema `turnlab.history.run/1`.
  public static func text(_ run: StoredRun, cells: [StoredCell]) throws -> String {
    try document("run", ["run": node(run), "cells": .list(cells.map(node))])
  }

  /// Pinned baselines, with the schema `turnlab.history.baselines/1`.
  public static func text(_ baselines: [Baseline]) throws -> String {
    let nodes = baselines.map { baseline in
      JSONNode.object(["name": .text(baseline.name), "runs": .list(baseline.runs.map(node))])
    }
    return try document("baselines", ["baselines": .list(nodes)])
  }

  /// A trend, with the schema `turnlab.history.trend/1`.
  public static func text(_ trend: Trend) throws -> String {
    try document(
      "trend",
      [
        "metric": trend.statistic.isOfMetric ? .text(trend.metric.key) : .text(nil),
        "stat": .text(trend.statistic.rawValue), "series": .list(trend.series.map(node)),
      ])
  }

  private static func document(_ kind: String, _ members: [String: JSONNode]) throws -> String {
    var members = members
    members["schema"] = .text("turnlab.history.\(kind)/1")
    return try JSONNode.object(members).document()
  }

  private static func node(_ run: StoredRun) -> JSONNode {
    .object([
      "run": .text(run.identity), "report_id": .text(run.reportID), "folder": .text(run.folder),
      "plan": node(run.plan), "mode": .text(run.mode), "seed": .unsigned(run.seed),
      "started_at": .text(run.startedAt), "seconds": .number(run.seconds), "host": .text(run.host),
      "machine": node(run.machine),
      "shard": run.shard.map { .object(["index": .integer($0.index), "count": .integer($0.count)]) }
        ?? .text(nil),
      "complete": .flag(run.isComplete), "valid": .flag(run.isValid),
      "warnings": .list(run.warnings.map { .text($0) }),
      "cells": .integer(run.cells), "conversations": .integer(run.conversations),
      "turns": .integer(run.turns),
    ])
  }

  private static func node(_ plan: RecordHeader.PlanIdentity) -> JSONNode {
    .object(["name": .text(plan.name), "sha256": .text(plan.sha256)])
  }

  private static func node(_ machine: Machine?) -> JSONNode {
    guard let machine else { return .text(nil) }
    return .object([
      "system": .text(machine.system), "processor": .text(machine.processor),
      "processors": .integer(machine.processors), "version": .text(machine.version),
    ])
  }

  private static func node(_ cell: Cell) -> JSONNode {
    .object(Dictionary(uniqueKeysWithValues: Cell.axes.map { ($0.name, JSONNode.text($0.value(cell))) }))
  }

  private static func node(_ stored: StoredCell) -> JSONNode {
    let metrics = stored.metrics.map { metric in
      (
        metric.key,
        JSONNode.object([
          "n": .integer(metric.n), "missing": .integer(metric.missing), "p50": .number(metric.p50),
          "p90": .number(metric.p90), "p95": .number(metric.p95), "p99": .number(metric.p99),
          "max": .number(metric.max), "mean": .number(metric.mean),
        ])
      )
    }
    return .object([
      "cell": node(stored.cell), "conversations": .integer(stored.conversations),
      "conversation_seconds": .number(stored.conversationSeconds), "turns": .integer(stored.turns),
      "completed": .integer(stored.completed), "interrupted": .integer(stored.interrupted),
      "failed": .integer(stored.failed), "missed": .integer(stored.missed),
      "usd_total": .number(stored.usdTotal),
      "usd_per_hour": .number(stored.usdPerHour),
      "metrics": .object(Dictionary(uniqueKeysWithValues: metrics)),
    ])
  }

  private static func node(_ series: TrendSeries) -> JSONNode {
    .object([
      "plan": .text(series.fingerprint.plan), "mode": .text(series.fingerprint.mode),
      "machine": node(series.fingerprint.machine), "cell": node(series.cell),
      "between_run_log_sd": .number(series.betweenRunDeviation),
      "nights": .list(
        series.nights.map { night in
          .object([
            "run": .text(night.run), "started_at": .text(night.startedAt), "plan": node(night.plan),
            "seed": .unsigned(night.seed), "value": .number(night.value), "n": .integer(night.n),
            "valid": .flag(night.isValid),
          ])
        }),
      "changes": .list(
        series.changes.map { change in
          .object([
            "run": .text(change.run), "started_at": .text(change.startedAt), "before": .number(change.before),
            "after": .number(change.after), "change": .number(change.change),
            "plan_was_edited": .flag(change.planWasEdited),
          ])
        }),
      "baselines": .list(
        series.drifts.map { drift in
          .object([
            "name": .text(drift.baseline), "pinned": .number(drift.pinned), "recent": .number(drift.recent),
            "nights": .integer(drift.nights), "change": .number(drift.change),
            "beyond_noise": .flag(drift.isBeyondNoise),
          ])
        }),
    ])
  }
}
