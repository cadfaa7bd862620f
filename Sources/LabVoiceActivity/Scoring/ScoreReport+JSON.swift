import Foundation

extension ScoreReport {
  /// The report as JSON of the schema `turnlab.vad-score/1`: indented, keys sorted, figures that are missing
  /// as null.
  ///
  /// Every object of figures (a detector's own over the recordings as they are, one per file, one per
  /// condition) has the same keys.
  public func json() throws -> String {
    var root: [String: Any] = [
      "schema": "turnlab.vad-score/1", "corpus": corpus, "frame_ms": 10, "seed": seed,
      "threshold": Self.rounded(Double(threshold)),
    ]
    root["detectors"] = entries.map { entry in
      var object = Self.figures(of: entry.clean)
      object["detector"] = entry.detector
      object["files"] = entry.files.map { file in
        Self.figures(of: file.score).merging(["file": file.name]) { $1 }
      }
      object["conditions"] = entry.conditions.map { item in
        Self.figures(of: item.score).merging(["condition": item.condition.description]) { $1 }
      }
      object["mean"] = [
        "conditions": entry.conditions.count, "f1": Self.value(entry.mean(\.f1)),
        "roc_auc": Self.value(entry.mean(\.curve.areaUnderROC)),
        "balanced_accuracy": Self.value(entry.mean(\.balancedAccuracy)),
      ]
      object["quiet"] = [
        "steady_noise_share": Self.rounded(entry.quiet.steadyNoiseShare),
        "step_recovery_s": Self.rounded(entry.quiet.stepRecovery),
        "music_share": Self.rounded(entry.quiet.musicShare),
      ]
      return object
    }
    let bytes = try JSONSerialization.data(
      withJSONObject: root, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func figures(of score: DetectionScore) -> [String: Any] {
    [
      "frames": score.frames, "speech_frames": score.speechFrames,
      "precision": value(score.precision), "recall": value(score.recall), "f1": value(score.f1),
      "balanced_accuracy": value(score.balancedAccuracy), "false_alarm_share": value(score.falseAlarmShare),
      "roc_auc": value(score.curve.areaUnderROC), "pr_auc": value(score.curve.averagePrecision),
      "false_alarms_per_minute": value(score.falseAlarmsPerMinute),
      "misses_per_minute": value(score.missesPerMinute),
      "onset": delays(score.onset), "offset": delays(score.offset),
      "us_per_frame": value(score.microsecondsPerFrame),
    ]
  }

  private static func delays(_ summary: DelaySummary) -> [String: Any] {
    [
      "n": summary.count, "never": summary.never, "p50_ms": value(summary.p50), "p80_ms": value(summary.p80),
      "p95_ms": value(summary.p95),
    ]
  }

  private static func value(_ number: Double?) -> Any { number.map { rounded($0) as Any } ?? NSNull() }

  /// Five decimals: enough to tell detectors apart, few enough to read. As decimal text, not the nearest
  /// binary.
  private static func rounded(_ number: Double) -> NSDecimalNumber {
    NSDecimalNumber(string: String(format: "%.5f", number), locale: Locale(identifier: "en_US_POSIX"))
  }
}
