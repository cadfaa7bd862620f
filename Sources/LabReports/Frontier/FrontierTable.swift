import LabAnalysis
import LabRecord
import LabTimeline

/// The frontiers of a run as rows of text, for every format.
struct FrontierTable {
  let report: RunReport
  let axes: CellAxes

  static let title = "Turn taking: delay against false cut-offs"

  /// What is measured, in sentences.
  static let explanation = [
    "What each policy would have decided in the recorded pauses, for every value of its knob (silenceThresholdMs).",
    "Delay: from the true end of speech until the policy is satisfied, in milliseconds; the wait for a transcript comes after it.",
    "False cut-offs: turns in which the policy is satisfied in a pause although the caller goes on.",
    "Intervals are 95 %, clustered by conversation. A share that there are too few turns for has no row.",
  ]

  static let header = [
    "heard by", "policy", "false cut-offs", "silenceThresholdMs", "mean", "95 %", "p50", "95 %", "p90",
  ]
  static let leftColumns = 2

  var rows: [[String]] {
    (report.frontiers ?? []).flatMap { frontier in
      frontier.policies.flatMap { policy in
        policy.points.map { point in
          [
            label(frontier), policy.name, FixedPoint.text(point.falseCutoffs * 100, decimals: 1) + " %",
            FixedPoint.milliseconds(point.thresholdMilliseconds), FixedPoint.milliseconds(point.mean),
            Self.interval(point.interval95.mean), FixedPoint.milliseconds(point.p50),
            Self.interval(point.interval95.p50), FixedPoint.milliseconds(point.p90),
          ]
        }
      }
    }
  }

  static let ablationHeader = ["heard by", "adaptive without", "silenceThresholdMs", "mean", "p50", "p90"]

  /// The adaptive policy at 5 % without each cue.
  var ablationRows: [[String]] {
    (report.frontiers ?? []).flatMap { frontier in
      frontier.ablations.map { ablation in
        [
          label(frontier), ablation.without, FixedPoint.milliseconds(ablation.point.thresholdMilliseconds),
          FixedPoint.milliseconds(ablation.point.mean), FixedPoint.milliseconds(ablation.point.p50),
          FixedPoint.milliseconds(ablation.point.p90),
        ]
      }
    }
  }

  /// How many turns the frontiers rest on.
  var counts: [String] {
    (report.frontiers ?? []).map { frontier in
      let unnoticed =
        frontier.unnoticed == 0 ? "" : "; \(frontier.unnoticed) more whose end the detector did not notice"
      return "\(label(frontier)): \(frontier.turns) turns of \(frontier.conversations) conversations with "
        + "\(frontier.pauses) pauses inside them\(unnoticed)."
    }
  }

  func label(_ frontier: FrontierReport) -> String {
    guard let cell = frontier.cells.first.map({ report.cells[$0].cell }) else { return "" }
    let heard = axes.varying.filter { !["workload", "llm", "tts"].contains($0.name) }
    return heard.isEmpty ? cell.stt : heard.map { $0.value(cell) }.joined(separator: " · ")
  }

  private static func interval(_ bounds: [Double]?) -> String {
    guard let bounds, bounds.count == 2 else { return "–" }
    return FixedPoint.milliseconds(bounds[0]) + "…" + FixedPoint.milliseconds(bounds[1])
  }
}
