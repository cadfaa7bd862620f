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
  ("frontier", TurnTakingFrontier.run), ("netem", NetemComparison.run), ("sse", SSESpeed.run),
  ("emulator-sessions", EmulatorSessions.run), ("crowd", CrowdSpeed.run),
  ("concurrency", ConcurrencySteps.run),
]

do {
  // Children that do a part of a benchmark, so that what they take is theirs alone.
  if let at = arguments.firstIndex(of: "--concurrency-client") {
    try ConcurrencySteps.client(
      plan: arguments[at + 1], port: Int(arguments[at + 2]) ?? 0, record: arguments[at + 3])
    exit(0)
  }
  if let at = arguments.firstIndex(of: "--sessions-client") {
    try EmulatorSessions.client(
      port: Int(arguments[at + 1]) ?? 0, count: Int(arguments[at + 2]) ?? 0,
      seconds: Int(arguments[at + 3]) ?? 0)
    exit(0)
  }
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
