import Foundation

/// Whether the search for the highest load finds a limit that is known: emulated speech to text that takes six calls at
/// once and refuses the seventh, each load held for 25 seconds in loopback.
enum LoadLimit {
  private static let capacity = 6

  static func run(_ workshop: Workshop) throws -> [Figure] {
    let file = workshop.scratch("load.yaml")
    let folder = workshop.scratch("load")
    let plan = """
      name: load-limit
      corpus: \(workshop.project)/Corpora/dialogues
      workloads:
        - workload: tutor
          conversations: [tutor-fractions]
      matrix:
        stt: [deepgram/nova-3]
        llm: [openai/gpt-4o-mini]
        tts: [deepgram/aura-2]
      emulation:
        capacity: {deepgram/nova-3: {concurrent: \(capacity), beyond: refuse}}
      load: {limit_ms: 60000, to: 32, step_s: 25, settle_s: 0, precision: 0}
      """
    try Data(plan.utf8).write(to: URL(fileURLWithPath: file))
    try workshop.run(workshop.turnlab, ["load", file, "--out", folder])
    let data = FileManager.default.contents(atPath: folder + "/load.json") ?? Data()
    guard let report = try JSONSerialization.jsonObject(with: data) as? [String: Any],
      let answer = report["answer"] as? [String: Any]
    else { throw BenchFailure("the load test left no load.json") }
    return [
      Figure(
        name: "load.highest_of_\(capacity)", value: Double(answer["highest"] as? Int ?? 0), unit: "",
        goal: .exactly(Double(capacity)))
    ]
  }
}
