import Foundation

/// Measures the figures that the project promises and prints each with its goal.
///
/// `LabBench [--json] [--only NAME]`, started by `scripts/bench`. `--list` prints the names of the benchmarks,
/// `--programs` the builds of `turnlab` that the chosen ones run.
let arguments = Array(CommandLine.arguments.dropFirst())
let only = arguments.firstIndex(of: "--only").map { arguments.dropFirst($0 + 1).first ?? "" }
let chosen = Benchmark.all.filter { only == nil || only == $0.name }

func measure(asJSON: Bool) throws -> Bool {
  let workshop = try Workshop()
  var allReached = true
  for benchmark in chosen {
    for figure in try benchmark.run(workshop) {
      print(asJSON ? figure.json : figure.row)
      fflush(nil)
      allReached = allReached && figure.isReached
    }
  }
  try workshop.removeScratch()
  return allReached
}

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
  if chosen.isEmpty {
    note("bench: there is no benchmark “\(only ?? "")”; scripts/bench --list prints the names.")
    exit(64)
  }
  if arguments.contains("--list") {
    for benchmark in chosen { print(benchmark.name) }
  } else if arguments.contains("--programs") {
    let programs = chosen.reduce(into: Set()) { $0.formUnion($1.programs) }
    for program in Benchmark.Program.allCases where programs.contains(program) { print(program.rawValue) }
  } else {
    exit(try measure(asJSON: arguments.contains("--json")) ? 0 : 2)
  }
} catch {
  note("bench: \(error)")
  exit(1)
}
