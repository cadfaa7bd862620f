import Foundation
import LabReports

/// The frontier of endpointing delay against false cut-offs on the shipped conversations: what the adaptive policy needs
/// of the delay that plain silence needs for the same share of callers cut off.
enum TurnTakingFrontier {
  static func run(_ workshop: Workshop) throws -> [Figure] {
    try ["hesitations", "dialogues"].flatMap { corpus in
      try figures(workshop, corpus: corpus, goal: corpus == "hesitations" ? 0.5 : nil)
    }
  }

  private static func figures(_ workshop: Workshop, corpus: String, goal: Double?) throws -> [Figure] {
    let folder = workshop.scratch("frontier-\(corpus)")
    let plan = corpus == "hesitations" ? "turn-taking" : "turn-taking-\(corpus)"
    try workshop.run(
      workshop.turnlab,
      ["run", "Benchmarks/\(plan).yaml", "--select", "preset=patient", "--out", folder])
    let path = folder + "/report.json"
    let report = try ReportJSON.report(
      from: Array(FileManager.default.contents(atPath: path) ?? Data()), path: path)
    guard let frontier = report.frontiers?.first, let silence = frontier.policy("silence"),
      let adaptive = frontier.policy("adaptive")
    else { throw BenchFailure("the run of \(corpus) has no frontier") }
    var figures: [Figure] = []
    for share in FrontierReport.shares {
      guard let before = silence.point(at: share), let after = adaptive.point(at: share),
        let half = before.p50, let median = after.p50
      else { continue }
      let name = "frontier.\(corpus).\(Int(share * 100))pct"
      let isJudged = share == 0.05 && goal != nil
      figures += [
        Figure(name: name + ".silence.p50", value: half, unit: "ms", goal: .atMost(3000)),
        Figure(name: name + ".adaptive.p50", value: median, unit: "ms", goal: .atMost(half)),
        Figure(name: name + ".adaptive.mean", value: after.mean, unit: "ms", goal: .atMost(3000)),
        Figure(
          name: name + ".adaptive_over_silence.p50", value: median / half, unit: "",
          goal: .atMost(isJudged ? goal ?? 1 : 1.5)),
      ]
    }
    return figures
  }
}
