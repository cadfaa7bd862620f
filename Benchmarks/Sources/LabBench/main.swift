import Foundation

/// Measures the figures that the project promises and prints each with its goal.
///
/// `LabBench [--json] [--only NAME]`, started by `scripts/bench`.
let arguments = Array(CommandLine.arguments.dropFirst())
let isJSON = arguments.contains("--json")
let only = arguments.firstIndex(of: "--only").flatMap { arguments.dropFirst($0 + 1).first }

let benchmarks: [(name: String, run: (Workshop) throws -> [Figure])] = [
  ("startup", Startup.run), ("determinism", Determinism.run), ("speed", OfflineSpeed.run),
  ("exactness", Exactness.run), ("detector", DetectorSpeed.run), ("barge-in", BargeIn.run),
  ("accuracy", LoopbackAccuracy.run),
  ("overhead", PipelineOverhead.run), ("false-alarms", GateSimulations.falseAlarms),
  ("power", GateSimulations.power), ("night", NightSimulation.run), ("soak", SoakSimulation.run),
  ("soak-plants", SoakPlants.run), ("load", LoadLimit.run), ("history", HistorySpeed.run),
  ("harness-aa", HarnessAlarms.run), ("whatif", WhatIfExactness.run), ("predict", Predictions.run),
  ("frontier", TurnTakingFrontier.run), ("netem", NetemComparison.run),
]

do {
  let workshop = try Workshop()
  var allReached = true
  for benchmark in benchmarks where only == nil || only == benchmark.name {
    for figure in try benchmark.run(workshop) {
      print(isJSON ? figure.json : figure.row)
      fflush(nil)
      allReached = allReached && figure.isReached
    }
  }
  try workshop.removeScratch()
  exit(allReached ? 0 : 2)
} catch {
  FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
  exit(1)
}
