public import LabAnalysis
import LabRecord
import LabTimeline

/// `whatif.json`: indented JSON with sorted keys, so that equal reports are equal bytes.
public enum WhatIfJSON {
  /// The file. Times are in milliseconds; what is not known is `null`.
  ///
  /// - Throws: `EncodingError` when a figure is not finite; nothing else can fail.
  public static func bytes(_ report: WhatIfReport) throws -> [UInt8] {
    try JSONDocument.bytes(
      [
        "schema": WhatIfReport.currentSchema, "run": report.run, "changes": report.changes,
        "method": report.method.rawValue, "cells": report.cells.map(fields),
      ] as JSONFields)
  }

  /// A sweep as a file.
  ///
  /// - Throws: `EncodingError` when a figure is not finite; nothing else can fail.
  public static func bytes(_ sweep: WhatIfSweep) throws -> [UInt8] {
    try JSONDocument.bytes(
      [
        "schema": WhatIfSweep.currentSchema, "run": sweep.run, "method": sweep.method.rawValue,
        "cells": sweep.cells.map { ["cell": $0.cell, "stages": $0.rows.map(row)] as JSONFields },
      ] as JSONFields)
  }

  private static func fields(_ cell: WhatIfCell) -> JSONFields {
    [
      "comparison": ComparisonJSON.fields(cell.comparison),
      "stages": Dictionary(
        cell.stages.map { ($0.metric.id, $0.mean) }, uniquingKeysWith: { first, _ in first }),
      "v2v_mean_change_ms": cell.voiceToVoice, "reached": cell.reached, "sentence": cell.reachSentence,
      "transcript_first_turns": cell.transcriptFirst.map { [$0.count, $0.of] },
      "replay_error": error(cell.error),
    ]
  }

  private static func error(_ error: ReplayError) -> JSONFields {
    ["turns": error.turns, "p50_ms": error.p50, "p95_ms": error.p95, "max_ms": error.largest]
  }

  private static func row(_ row: WhatIfSweep.Row) -> JSONFields {
    let gains = zip(WhatIfSweep.speedUps, row.gains).map { gain($1, faster: $0) }
    return ["stage": row.stage, "gains": gains]
  }

  private static func gain(_ gain: WhatIfSweep.Gain?, faster: Double) -> JSONFields {
    [
      "faster": faster, "v2v_mean_change_ms": gain?.mean, "v2v_p50_ms": gain?.p50, "v2v_p90_ms": gain?.p90,
      "share_of_v2v": gain?.share,
    ]
  }
}
