import Foundation
import LabAnalysis

/// The frontier of endpointing delay against false cut-offs on the shipped conversations: what the adaptive policy needs
/// of the delay that plain silence needs for the same share of callers cut off; and on conversations that it was not
/// tuned on.
enum TurnTakingFrontier {
  /// The corpora, each with its plan. The phrases of the dialogues end low wherever they end, so that none is asked of.
  private static let corpora: [(name: String, plan: String, goal: Double?)] = [
    ("hesitations", "turn-taking", 0.5), ("unseen", "turn-taking-unseen", 0.5),
    ("dialogues", "turn-taking-dialogues", nil),
  ]

  static func run(_ workshop: Workshop) throws -> [Figure] {
    try corpora.flatMap { try figures(workshop, corpus: $0.name, plan: $0.plan, goal: $0.goal) }
  }

  private static func figures(
    _ workshop: Workshop, corpus: String, plan: String, goal: Double?
  ) throws -> [Figure] {
    let folder = workshop.scratch("frontier-\(corpus)")
    try workshop.run(
      workshop.turnlab,
      ["run", "Benchmarks/\(plan).yaml", "--select", "preset=patient", "--out", folder])
    let path = folder + "/report.json"
    let report = try RunReport.read(
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
        Figure(
          name: name + ".adaptive_over_silence.mean", value: after.mean / before.mean, unit: "",
          goal: .atMost(isJudged ? goal ?? 1 : 1.5)),
      ]
    }
    return figures
  }
}
