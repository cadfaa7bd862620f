import Foundation

/// Whether a soak finds what is planted in it, and nothing where nothing is: real memory and real open files that the
/// process never gives back, and services that end a tenth slower, over 90 minutes of virtual time.
enum SoakPlants {
  /// Each is planted in soaks with so many seeds.
  private static let seeds = 1...5

  static func run(_ workshop: Workshop) throws -> [Figure] {
    let clean = try seeds.map { try soak(workshop, plant: nil, seed: $0) }
    // The shipped models' first tokens spread so widely that a tenth shows in eight sessions, not in one.
    let plants = [
      ("leak_20mb_per_hour", "{memory_mb_per_hour: 20}", 1, "memory_growth"),
      ("descriptors_12_per_hour", "{descriptors_per_hour: 12}", 1, "descriptor_growth"),
      ("drift_10_percent", "{latency_change: 0.1}", 8, "latency_drift"),
    ]
    let wall = percentile(clean.map(\.wall), 0.5)
    return [
      Figure(
        name: "soak-plants.clean.findings", value: Double(clean.reduce(0) { $0 + $1.codes.count }), unit: "",
        goal: .exactly(0)),
      Figure(
        name: "soak-plants.clean.sessions_complete", value: Double(clean.count { $0.isComplete }),
        unit: "of 5",
        goal: .exactly(5)),
      Figure(
        name: "soak-plants.clean.memory_growth", value: clean.map(\.growth).max() ?? .nan, unit: "MB",
        goal: .atMost(5)),
      Figure(
        name: "soak-plants.session90min.wall.p50", value: wall, unit: "s", goal: .atMost(10),
        ratio: .atMost(110), to: .secondsOfTransforms(540_000)),
    ]
      + (try plants.map { name, plant, sessions, code in
        let found = try seeds.count {
          try soak(workshop, plant: plant, sessions: sessions, seed: $0).codes.contains(code)
        }
        return Figure(
          name: "soak-plants.\(name).found", value: Double(found), unit: "of 5", goal: .exactly(5))
      })
  }

  /// What came of a soak.
  private struct Outcome {
    var codes: [String]
    var isComplete: Bool
    /// Of resident memory, from the end of the first tenth to the end, in MB.
    var growth: Double
    var wall: Double
  }

  private static func soak(_ workshop: Workshop, plant: String?, sessions: Int = 1, seed: Int) throws
    -> Outcome
  {
    let name = "soak-\(plant?.prefix(8).filter(\.isLetter) ?? "clean")-\(seed)"
    let file = workshop.scratch(name + ".yaml")
    let plan = """
      name: soak-plants
      corpus: \(workshop.project)/Corpora/dialogues
      workloads:
        - workload: tutor
          conversations: [tutor-fractions]
      matrix:
        stt: [deepgram/nova-3]
        llm: [openai/gpt-4o-mini]
        tts: [deepgram/aura-2]
      soak: {duration_min: 90, sessions: \(sessions)\(plant.map { ", plant: \($0)" } ?? "")}
      """
    try Data(plan.utf8).write(to: URL(fileURLWithPath: file))
    let began = wallNanoseconds()
    // A finding ends the program with 2, which is no failure here.
    _ = try? workshop.run(
      workshop.turnlab, ["soak", file, "--seed", "\(seed)", "--out", workshop.scratch(name)])
    let wall = Double(wallNanoseconds() - began) / 1e9
    let data = FileManager.default.contents(atPath: workshop.scratch(name) + "/soak.json") ?? Data()
    guard let report = try JSONSerialization.jsonObject(with: data) as? [String: Any],
      let findings = report["findings"] as? [[String: Any]],
      let sessions = report["sessions"] as? [String: Any],
      let resources = report["resources"] as? [[String: Any]]
    else { throw BenchFailure("\(name) left no soak.json") }
    let resident = resources.first { $0["name"] as? String == "resident_mb" }
    return Outcome(
      codes: findings.compactMap { $0["code"] as? String },
      isComplete: sessions["completed"] as? Int == sessions["planned"] as? Int,
      growth: resident?["rise"] as? Double ?? .nan, wall: wall)
  }
}
