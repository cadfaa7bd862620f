import Foundation

/// Whether equal plans and seeds give equal bytes: across processes, builds, numbers of workers, and shards.
enum Determinism {
  private static let plan = "Benchmarks/determinism.yaml"
  private static let files = [
    "record.jsonl", "report.json", "cells.csv", "turns.csv", "summary.md", "report.html",
  ]

  static func run(_ workshop: Workshop) throws -> [Figure] {
    let reference = workshop.scratch("reference")
    try workshop.run(workshop.turnlab, ["run", plan, "--out", reference])
    var different = 0
    for index in 1..<20 {
      let folder = workshop.scratch("again-\(index)")
      try workshop.run(
        workshop.turnlab, ["run", plan, "--out", folder, "--workers", "\(1 + index % 4)"])
      different += differences(reference, folder)
    }
    let debug = workshop.scratch("debug")
    try workshop.run(workshop.debugTurnlab, ["run", plan, "--out", debug])
    return [
      Figure(
        name: "determinism.runs20.different_files", value: Double(different), unit: "files", goal: .exactly(0)
      ),
      Figure(
        name: "determinism.shards3_merged.different_files", value: try shards(workshop, reference),
        unit: "files", goal: .exactly(0)),
      Figure(
        name: "determinism.debug_build.different_files", value: Double(differences(reference, debug)),
        unit: "files", goal: .exactly(0)),
    ]
  }

  private static func shards(_ workshop: Workshop, _ reference: String) throws -> Double {
    let folders = (1...3).map { workshop.scratch("shard-\($0)") }
    for (index, folder) in folders.enumerated() {
      try workshop.run(workshop.turnlab, ["run", plan, "--out", folder, "--shard", "\(index + 1)/3"])
    }
    let merged = workshop.scratch("merged")
    try workshop.run(workshop.turnlab, ["merge"] + folders.reversed() + ["--out", merged])
    return Double(differences(reference, merged))
  }

  private static func differences(_ one: String, _ other: String) -> Int {
    files.count { name in
      let left = FileManager.default.contents(atPath: one + "/" + name)
      return left == nil || left != FileManager.default.contents(atPath: other + "/" + name)
    }
  }
}
