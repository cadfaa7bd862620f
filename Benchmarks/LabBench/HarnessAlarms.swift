import Foundation
import LabAnalysis
import LabGates
import LabRecord
import LabStatistics
import LabTimeline
import LabYAML

/// False alarms of whole gate evaluations over runs through sockets, pacing and emulator: 300 of them, none may fail.
///
/// One real-time run has 300 times as many pairs as a gate needs; it is cut into 300 records of 30 pairs of turns, and
/// each is read, paired and judged like a run of its own. 299 evaluations without an alarm show with 95 % confidence
/// that no more than 1 % are false.
enum HarnessAlarms {
  private static let evaluations = 300
  private static let gates = """
    name: aa
    gates:
      - {id: v2v, metric: turn.v2v, on_inconclusive: warn, relative: {stat: shift, max: 5%, n_max: 2000}}
      - {id: first-token, metric: llm.ttft, on_inconclusive: warn, relative: {stat: shift, max: 5%, n_max: 2000}}
    """

  static func run(_ workshop: Workshop) throws -> [Figure] {
    let folder = workshop.scratch("aa")
    let plan = "Benchmarks/aa.yaml"
    try workshop.run(workshop.turnlab, ["run", plan, "--mode", "loopback", "--out", folder])
    let file = try GateFileReader.read(
      YAMLReader(text: gates, file: "aa"), today: CalendarDate("2026-01-01")!)
    let path = folder + "/environment.json"
    let environment = try EnvironmentFile.read(
      from: Array(FileManager.default.contents(atPath: path) ?? Data()), path: path)
    var verdicts: [String: Int] = [:]
    for analysis in try parts(of: folder + "/record.jsonl", environment: environment) {
      let report = GateEvaluation(file, of: GateSubject(folder: folder, analysis: analysis)).report()
      for result in report.results { verdicts[result.verdict.rawValue, default: 0] += 1 }
    }
    func figure(_ verdict: String, _ goal: Figure.Goal) -> Figure {
      Figure(name: "gates.harness_aa.\(verdict)", value: Double(verdicts[verdict] ?? 0), unit: "", goal: goal)
    }
    return [
      Figure(
        name: "gates.harness_aa.evaluations", value: Double(verdicts.values.reduce(0, +)), unit: "",
        goal: .exactly(Double(2 * evaluations))),
      figure("FAIL", .exactly(0)), figure("ERROR", .exactly(0)),
    ]
  }

  /// The run cut into equal parts, by repetition.
  private static func parts(of path: String, environment: EnvironmentFile) throws -> [RunAnalysis] {
    var reader = try RecordReader(path: path)
    var header = reader.header
    let size = header.conversations / evaluations
    header.conversations = size
    var builders = (0..<evaluations).map { _ in RunReportBuilder(header: header) }
    while let line = try reader.next() {
      switch line {
      case .turn(var turn):
        let part = turn.conversation.position / size
        turn.conversation.position %= size
        try builders[part].add(.turn(turn))
      case .conversation(var end):
        let part = end.conversation.position / size
        end.conversation.position %= size
        try builders[part].add(.conversation(end))
      case .header, .footer: break
      }
    }
    return builders.map {
      $0.finish(instrument: environment.instrument, environment: environment.environment)
    }
  }
}
