import Foundation
import LabPlan
import LabRecord
import LabRunner
import LabTimeline

/// A session of 90 minutes in virtual time: how long it takes on one core and whether memory stays flat.
enum OfflineSpeed {
  static func run(_ workshop: Workshop) throws -> [Figure] {
    let costs = try (0..<3).map { index in
      try workshop.run(
        workshop.turnlab,
        ["run", "Benchmarks/long-90min.yaml", "--workers", "1", "--out", workshop.scratch("long-\(index)")])
    }
    let wall = percentile(costs.map(\.wall), 0.5)
    // One for every 10 ms that the detector hears.
    let frames = Reference.secondsOfTransforms(540_000)
    return [
      Figure(
        name: "offline.session90min.wall.p50", value: wall, unit: "s", goal: .atMost(5),
        isDecisive: false),
      Figure(
        name: "offline.session90min.cpu.p50", value: percentile(costs.map(\.cpu), 0.5), unit: "s",
        goal: .atMost(5), ratio: .atMost(54), to: frames),
      Figure(
        name: "offline.session90min.times_real_time", value: 5400 / wall, unit: "x", goal: .atLeast(1000),
        isDecisive: false),
      Figure(
        name: "offline.session90min.memory_growth", value: try memoryGrowth(workshop), unit: "MB",
        goal: .atMost(5)),
    ]
  }

  /// The resident set at the last turn minus that at the 50th, in this process.
  private static func memoryGrowth(_ workshop: Workshop) throws -> Double {
    guard FileManager.default.changeCurrentDirectoryPath(workshop.project) else {
      throw BenchFailure("the project's folder cannot be entered")
    }
    let plan = try PlanReader.read("Benchmarks/long-90min.yaml")
    let runner = try PlanRunner(RunRequest(plan: plan, mode: .offline))
    let record = try RecordFile.create(path: workshop.scratch("memory.jsonl"), header: runner.header)
    var turns = 0
    var early = 0.0
    var late = 0.0
    _ = try runner.run(into: record, done: [], services: .emulated()) { event in
      guard case .turnEnded = event else { return }
      turns += 1
      if turns == 50 { early = residentMegabytes() }
      late = residentMegabytes()
    }
    return late - early
  }
}
