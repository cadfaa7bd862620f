/// How long the release binary takes to say its version: the whole process, 20 times.
enum Startup {
  static func run(_ workshop: Workshop) throws -> [Figure] {
    try workshop.run(workshop.turnlab, ["--version"])
    let times = try (0..<20).map { _ in try workshop.run(workshop.turnlab, ["--version"]).wall * 1000 }
    return [
      Figure(
        name: "startup.version.p50", value: percentile(times, 0.5), unit: "ms", goal: .atMost(30),
        ratio: .atMost(50), to: try .emptyProcess(workshop))
    ]
  }
}
