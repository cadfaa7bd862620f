import Foundation
import TestSupport
import Testing

@testable import LabCLI

@Suite("turnlab gate")
struct GateCommandTests {
  private let plan: ShortPlan

  init() throws { plan = try ShortPlan(repeats: 2) }

  private func gates(_ text: String) throws -> String {
    try plan.scratch.write(Array(text.utf8), to: "gates.yaml")
  }

  /// Runs the plan, with other emulated services if it is said how, and returns its folder.
  private func run(_ name: String = "run", firstToken: String? = nil) throws -> String {
    var text = String(decoding: try plan.scratch.bytes(of: "plan.yaml"), as: UTF8.self)
    if let firstToken {
      text = text.replacing("{sentences: [1, 1]}", with: "{sentences: [1, 1], first_token: \(firstToken)}")
    }
    let path = try plan.scratch.write(Array(text.utf8), to: "\(name).yaml")
    #expect(Program.run("run", path, "--out", plan.folder(name)).exit == 0)
    return plan.folder(name)
  }

  @Test("passes, prints a table and writes its files into the run folder")
  func passes() throws {
    let folder = try run()
    let gates = try gates("name: n\ngates: [{id: quick, budget: [\"p50 < 20 s\", error_rate <= 0]}]")
    let outcome = Program.run("gate", gates, "--run", folder)
    #expect(outcome.exit == 0)
    #expect(outcome.output.hasSuffix("PASS: 2 passed\n"))
    #expect(outcome.output.contains("quick  deepgram/nova-3  p50 < 20 s"))
    #expect(outcome.error == "Gates: \(folder)/gate.md\n")
    for name in ["gate.json", "junit.xml", "gate.md"] {
      #expect(FileManager.default.fileExists(atPath: folder + "/" + name))
    }
    let json = Program.run("gate", gates, "--run", folder, "--json")
    #expect(Array(json.output.utf8) == (try plan.scratch.bytes(of: "run/gate.json")))
    let annotated = Program.run("gate", gates, "--run", folder, "--annotate", "github")
    #expect(annotated.output.hasSuffix("::notice title=n::PASS: 2 passed\n"))
  }

  @Test("prints a command that goes on with a run of selected cells, and it does")
  func extendsSelection() throws {
    let text = try plan.scratch.bytes(of: "plan.yaml") + Array("\nbaseline: {draws: independent}\n".utf8)
    let path = try plan.scratch.write(text, to: "aa.yaml")
    let folder = plan.folder("aa")
    #expect(Program.run("run", path, "--select", "stt=*nova-3", "--out", folder).exit == 0)
    let gates = try gates("name: n\ngates: [{id: a, relative: {max: 5%}}]")
    let outcome = Program.run("gate", gates, "--run", folder)
    #expect(outcome.exit == 3, "independent draws are no exact comparison: \(outcome.output)")
    let command = try #require(outcome.output.firstMatch(of: #/turnlab run \S+ .*--resume \S+/#)).output
    var words = command.split(separator: " ").dropFirst().map { String($0.filter { $0 != "'" }) }
    #expect(words.contains("stt=*nova-3"))
    let repeats = try #require(words.firstIndex(of: "--repeats"))
    words[repeats + 1] = "3"
    let resumed = Program().run(words)
    #expect(resumed.exit == 0, "\(resumed.error)")
    let record = String(decoding: try plan.scratch.bytes(of: "aa/record.jsonl"), as: UTF8.self)
    #expect(record.hasPrefix("{\"cells\":") && record.contains(#""selection":"stt=*nova-3""#))
    #expect(record.contains(#"{"conversations":6,"#))
  }

  static let exits: [(gate: String, exit: Int32)] = [
    ("budget: [p50 < 1 ms]", 2), ("budget: [p50 < 1 ms], severity: warn", 0),
    ("budget: [p50 < 1 ms, p99 < 9 s]", 6), ("relative: {max: 5%}", 5),
    ("relative: {max: 5%, baseline: run}", 5), ("budget: [p50 < 20 s], budget_confidence: 95%", 3),
    ("budget: [memory_growth_mb < 100000]", 0), ("select: {stt: nobody}, budget: [n > 3]", 6),
    ("select: {stt: nobody}, on_missing: warn, budget: [n > 3]", 0),
  ]

  @Test("ends with the exit code of what it found")
  func exitCodes() throws {
    let folder = try run()
    for (gate, exit) in Self.exits {
      let outcome = Program.run("gate", try gates("name: n\ngates: [{id: a, \(gate)}]"), "--run", folder)
      #expect(outcome.exit == exit, "\(gate): \(outcome.output)")
    }
  }

  @Test("finds one per cent in a run offline, exactly, and an improvement when asked")
  func otherRun() throws {
    let before = try run("before", firstToken: "{fixed: {ms: 500}}")
    let after = try run("after", firstToken: "{fixed: {ms: 505}}")
    let gates = try gates("name: n\ngates: [{id: v2v, relative: {max: 0%, stat: exact, baseline: run}}]")
    let slower = Program.run("gate", gates, "--run", after, "--baseline", before)
    #expect(slower.exit == 2)
    #expect(slower.output.contains("Most of it comes from llm.service (llm): +5"))
    #expect(Program.run("gate", gates, "--run", before, "--baseline", after).exit == 0)
    #expect(
      Program.run("gate", gates, "--run", before, "--baseline", after, "--flag-improvements").exit == 4)
    #expect(Program.run("gate", gates, "--run", after, "--baseline", plan.folder("none")).exit == 5)
  }

  @Test("compares with a baseline that the history keeps")
  func history() throws {
    let before = try run("before", firstToken: "{fixed: {ms: 500}}")
    let after = try run("after", firstToken: "{fixed: {ms: 505}}")
    let variables = ["TURNLAB_HISTORY": plan.scratch.file("history.sqlite")]
    #expect(Program(variables: variables).run(["history", "add", before]).exit == 0)
    #expect(Program(variables: variables).run(["history", "pin", "main", before]).exit == 0)
    let gates = try gates(
      "name: n\ngates: [{id: v2v, relative: {max: 0%, stat: exact, baseline: \"history:main\"}}]")
    let slower = Program(variables: variables).run(["gate", gates, "--run", after])
    #expect(slower.exit == 2, "\(slower.error)")
    #expect(slower.output.contains("exact vs history:main"))
    let again = try run("again", firstToken: "{fixed: {ms: 500}}")
    #expect(Program(variables: variables).run(["gate", gates, "--run", again]).exit == 0)
    let absent = try self.gates(
      "name: n\ngates: [{id: v2v, relative: {max: 5%, baseline: \"history:other\"}}]")
    #expect(Program(variables: variables).run(["gate", absent, "--run", after]).exit == 5)
  }

  @Test("checks a gate file alone, and ends with 78 for a bad one, with every problem")
  func checks() throws {
    let good = try gates("name: n\ngates: [{id: a, budget: [n > 3]}]")
    #expect(Program.run("gate", good, "--check").output == "\(good): 1 gate, nothing wrong.\n")
    let bad = try gates("name: n\ngates: [{id: a, budgt: [n > 3]}, {id: b, metric: x, budget: [n > 3]}]")
    let outcome = Program.run("gate", bad, "--check")
    #expect(outcome.exit == 78)
    #expect(
      outcome.error.contains("\(bad):2:17: “budgt” is not a key of item 1 of “gates”; did you mean “budget”?")
    )
    #expect(outcome.error.contains("“x” is no metric"))
    #expect(Program.run("gate", plan.folder("none.yaml"), "--check").exit == 78)
    #expect(Program.run("gate", good).exit == 64)
  }

  @Test("refuses a waiver from the day after it expires")
  func waiver() throws {
    let folder = try run()
    let gates = try gates(
      """
      name: n
      gates: [{id: a, budget: [p50 < 1 ms]}]
      waivers: [{gate: a, owner: jo, reason: "incident", expires: 2026-12-01}]
      """)
    #expect(Program.run("gate", gates, "--run", folder, "--today", "2026-12-01").exit == 0)
    let expired = Program.run("gate", gates, "--run", folder, "--today", "2026-12-02")
    #expect(expired.exit == 78)
    #expect(expired.error.contains("gates.yaml:3:61: the waiver expired on 2026-12-01"))
  }
}
