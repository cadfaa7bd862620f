/// A benchmark by its name, with the programs that it runs beside this one.
struct Benchmark: Sendable {
  /// A build of `turnlab`.
  enum Program: String, CaseIterable {
    case release
    case debug
  }

  let name: String
  let programs: Set<Program>
  let run: @Sendable (Workshop) throws -> [Figure]

  init(
    _ name: String, runs programs: Set<Program> = [.release],
    _ run: @escaping @Sendable (Workshop) throws -> [Figure]
  ) {
    self.name = name
    self.programs = programs
    self.run = run
  }

  static let all = [
    Benchmark("startup", Startup.run),
    // The debug build is compared with the release build, byte by byte.
    Benchmark("determinism", runs: [.release, .debug], Determinism.run),
    Benchmark("speed", OfflineSpeed.run),
    Benchmark("exactness", Exactness.run),
    Benchmark("detector", runs: [], DetectorSpeed.run),
    Benchmark("barge-in", BargeIn.run),
    Benchmark("accuracy", LoopbackAccuracy.run),
    Benchmark("overhead", PipelineOverhead.run),
    Benchmark("false-alarms", runs: [], GateSimulations.falseAlarms),
    Benchmark("power", runs: [], GateSimulations.power),
    Benchmark("night", runs: [], NightSimulation.run),
    Benchmark("soak", runs: [], SoakSimulation.run),
    Benchmark("soak-plants", SoakPlants.run),
    Benchmark("load", LoadLimit.run),
    Benchmark("history", HistorySpeed.run),
    Benchmark("harness-aa", HarnessAlarms.run),
    Benchmark("whatif", WhatIfExactness.run),
    Benchmark("predict", Predictions.run),
    Benchmark("frontier", TurnTakingFrontier.run),
    Benchmark("netem", NetemComparison.run),
    Benchmark("sse", runs: [], SSESpeed.run),
    Benchmark("emulator-sessions", EmulatorSessions.run),
    Benchmark("crowd", runs: [], CrowdSpeed.run),
    Benchmark("concurrency", ConcurrencySteps.run),
  ]
}
