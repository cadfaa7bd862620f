import Foundation
import LabAnalysis
import LabRecord
import LabTimeline

/// Barge-in as heard at the sink: the selective policy on the shipped interruptions, with echo in the microphone.
enum BargeIn {
  static func run(_ workshop: Workshop) throws -> [Figure] {
    let folder = workshop.scratch("barge-in")
    try workshop.run(workshop.turnlab, ["run", "Benchmarks/barge-in.yaml", "--out", folder])
    let report = try RunAnalysis.read(
      records: [folder + "/record.jsonl"], instrument: nil, environment: nil
    ).report
    guard let panel = report.cells.first(where: { $0.cell.arm == .candidate })?.bargeIn,
      let real = panel.classes.first(where: { $0.kind == .sound(.speech) })
    else { throw BenchFailure("the run has no barge-in panel") }
    func figure(_ name: String, _ value: Double?, _ unit: String, _ goal: Figure.Goal) throws -> Figure {
      guard let value else { throw BenchFailure("\(name) has no value") }
      return Figure(name: "barge_in.\(name)", value: value, unit: unit, goal: goal)
    }
    return try [
      figure("recall", real.floor.share.map { 100 * $0 }, "%", .atLeast(98)),
      figure("stop_p50_ms", real.stop.p50, "ms", .atMost(250)),
      figure("stop_p95_ms", real.stop.p95, "ms", .atMost(400)),
      figure("false_yields", panel.others.share.map { 100 * $0 }, "%", .atMost(2)),
    ]
  }
}
