import Foundation
import LabRecord
import LabTimeline
import TestSupport
import Testing

@testable import LabCLI

@Suite("turnlab whatif")
struct WhatIfCommandTests {
  private let plan: ShortPlan
  private let text: String
  private var folder: String { plan.folder("run") }

  /// A run whose stages draw what can be planted by hand in another plan.
  init() throws {
    plan = try ShortPlan(repeats: 2)
    text = try String(contentsOfFile: plan.path, encoding: .utf8)
      .replacing(
        "openai/gpt-4o-mini: {sentences: [1, 1]}",
        with: """
          openai/gpt-4o-mini: {sentences: [1, 1], first_token: {uniform: {min_ms: 400, max_ms: 600}}}
            deepgram/aura-2: {first_audio: {lognormal: {median_ms: 200, sigma: 0.4}}}
            deepgram/nova-3: {final: {uniform: {min_ms: 110, max_ms: 400}}}
            deepgram/nova-2: {final: {uniform: {min_ms: 110, max_ms: 400}}}
          """)
    let outcome = try run(text, "run")
    try #require(outcome.exit == 0, "\(outcome.error)")
  }

  @discardableResult
  private func run(_ text: String, _ name: String) throws -> Program.Outcome {
    let path = try plan.scratch.write(Array(text.utf8), to: "\(name).yaml")
    return Program.run("run", path, "--out", plan.folder(name))
  }

  private func turns(_ name: String) throws -> [TurnRecord] {
    var reader = try RecordReader(path: plan.folder(name) + "/record.jsonl")
    var turns: [TurnRecord] = []
    while let line = try reader.next() { if case .turn(let turn) = line { turns.append(turn) } }
    return turns
  }

  private func document(_ output: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
  }

  /// Asks, keeps the changed run, and runs a plan in which the same was planted by hand.
  private func expectSame(_ changes: [String], as planted: (String) -> String) throws -> [String: Any] {
    let options = changes.flatMap { ["--set", $0] }
    let asked = Program().run(["whatif", folder, "--out", plan.folder("changed"), "--json"] + options)
    #expect(asked.exit == 0, "\(asked.error)")
    try #require(planted(text) != text)
    #expect(try run(planted(text), "planted").exit == 0)
    let (found, wanted) = (try turns("changed"), try turns("planted"))
    #expect(!found.isEmpty)
    #expect(found == wanted)
    return try document(asked.output)
  }

  @Test("100 ms less of the model is what really running it gives, to the nanosecond")
  func shiftsModel() throws {
    let document = try expectSame(["llm.ttft=-100ms"]) {
      $0.replacing("{min_ms: 400, max_ms: 600}", with: "{min_ms: 300, max_ms: 500}")
    }
    let cells = try #require(document["cells"] as? [[String: Any]])
    #expect(cells.count == 2)
    for cell in cells {
      #expect(abs(try #require(cell["reached"] as? Double) - 1) < 1e-9)
      #expect(abs(try #require(cell["v2v_mean_change_ms"] as? Double) + 100) < 1e-6)
      let error = try #require(cell["replay_error"] as? [String: Any])
      #expect(error["max_ms"] as? Double == 0)
      #expect(error["turns"] as? Int == 2)
    }
  }

  @Test("100 ms less of speech to text hide behind the silence, and the report says so")
  func hidesTranscript() throws {
    let document = try expectSame(["stt.finalize=-100ms"]) {
      $0.replacing("{min_ms: 110, max_ms: 400}", with: "{min_ms: 10, max_ms: 300}")
    }
    let cells = try #require(document["cells"] as? [[String: Any]])
    for cell in cells {
      #expect(cell["reached"] as? Double == 0)
      #expect(cell["v2v_mean_change_ms"] as? Double == 0)
      #expect(cell["transcript_first_turns"] as? [Int] == [2, 2])
    }
    let text = Program.run("whatif", folder, "--set", "stt.finalize=-100ms").output
    #expect(
      text.contains("Of the 100 ms that stt.finalize takes less on the mean, 0 ms (0 %) reach the caller."))
    #expect(text.contains("it hides behind the silence that ends the turn"))
    #expect(text.contains("came out as they were measured, to the nanosecond"))
  }

  @Test("Shares, settings and other services, all at once, are what really running them gives")
  func changesSeveral() throws {
    _ = try expectSame(["llm.ttft=-20%", "silenceThresholdMs=500", "tts=cartesia/sonic-3"]) {
      $0.replacing("{min_ms: 400, max_ms: 600}", with: "{min_ms: 320, max_ms: 480}")
        .replacing("seed:", with: "settings: {silenceThresholdMs: 500}\nseed:")
        .replacing("tts: [deepgram/aura-2]", with: "tts: [cartesia/sonic-3]")
    }
  }

  @Test("A record computed anew gains what having it again in virtual time does")
  func recomputesRecord() throws {
    // A transcript that comes at another time meets another delay of the network, which is in no record.
    let still = text.replacing("tts: [deepgram/aura-2]", with: "tts: [deepgram/aura-2]\n  network: [none]")
    try run(still, "still")
    for (name, change) in [
      ("run", "llm.ttft=-20%"), ("run", "tts.ttfb=90ms"), ("run", "silenceThresholdMs=400"),
      ("still", "stt.finalize=+400ms"),
    ] {
      let answers = try ["virtual_time", "record"].map { method in
        let outcome = Program.run(
          "whatif", plan.folder(name), "--set", change, "--method", method, "--json")
        #expect(outcome.exit == 0, "\(outcome.error)")
        return try #require(try document(outcome.output)["cells"] as? [[String: Any]])
      }
      for (virtual, record) in zip(answers[0], answers[1]) {
        let gains = try [virtual, record].map { try #require($0["v2v_mean_change_ms"] as? Double) }
        #expect(abs(gains[0] - gains[1]) < 1e-5, "\(change)")
      }
      #expect(answers[0].contains { $0["v2v_mean_change_ms"] as? Double != 0 }, "\(change)")
    }
  }

  @Test("A sweep says which stage is worth working on")
  func sweeps() throws {
    let outcome = Program.run("whatif", folder, "--sweep", "--method", "record", "--select", "stt=*nova-3")
    #expect(outcome.exit == 0, "\(outcome.error)")
    #expect(outcome.output.contains("Most is to be gained at llm.ttft."))
    #expect(outcome.output.contains("stt.finalize"))
    let document = try document(
      Program.run("whatif", folder, "--sweep", "--method", "record", "--json").output)
    let cells = try #require(document["cells"] as? [[String: Any]])
    #expect(cells.count == 2)
  }

  @Test("The changed plan is a plan, and can be asked about again")
  func chains() throws {
    let first = Program.run(
      "whatif", folder, "--set", "llm.ttft=-50ms", "--out", plan.folder("changed"))
    #expect(first.exit == 0, "\(first.error)")
    #expect(FileManager.default.fileExists(atPath: plan.folder("changed") + "/report.html"))
    let again = Program.run(
      "whatif", plan.folder("changed"), "--set", "llm.ttft=-50ms", "--out", plan.folder("twice"))
    #expect(again.exit == 0, "\(again.error)")
    try run(text.replacing("{min_ms: 400, max_ms: 600}", with: "{min_ms: 300, max_ms: 500}"), "planted")
    #expect(try turns("twice") == turns("planted"))
  }

  @Test("What cannot be asked is refused with what can")
  func refuses() throws {
    let unknown = Program.run("whatif", folder, "--set", "llm.tftt=-100ms")
    #expect(unknown.exit == 64)
    #expect(unknown.error.contains("Did you mean “llm.ttft”?"))
    let family = Program.run("whatif", folder, "--set", "tts=cartesia/sonic")
    #expect(family.exit == 64)
    #expect(family.error.contains("cartesia/sonic-3"))
    #expect(Program.run("whatif", folder, "--set", "stt.ttfs=-20%").exit == 64)
    #expect(Program.run("whatif", folder).exit == 64)
    let swap = Program.run("whatif", folder, "--set", "stt=deepgram/nova-2", "--method", "record")
    #expect(swap.exit == 64)
    #expect(swap.error.contains("turnlab predict"))
    try Data((text + "\n# later\n").utf8).write(to: URL(fileURLWithPath: folder + "/plan.yaml"))
    let other = Program.run("whatif", folder, "--set", "llm.ttft=-100ms")
    #expect(other.exit == 5)
    #expect(other.error.contains("is not the one that was run"))
  }
}

@Suite("turnlab predict")
struct PredictCommandTests {
  private let plan: ShortPlan

  /// No network, so that nothing but the services draws, and one answer, because other words sound at another time.
  init() throws {
    plan = try ShortPlan(repeats: 2)
    let text = try String(contentsOfFile: plan.path, encoding: .utf8)
      .replacing("llm: [openai/gpt-4o-mini]", with: "llm: [openai/gpt-4o-mini, openai/gpt-4.1-mini]")
      .replacing(
        "tts: [deepgram/aura-2]", with: "tts: [deepgram/aura-2, cartesia/sonic-3]\n  network: [none]"
      )
      .replacing(
        "openai/gpt-4o-mini: {sentences: [1, 1]}",
        with: """
          openai/gpt-4o-mini: {reply: It is half of the diameter.}
            openai/gpt-4.1-mini: {reply: It is half of the diameter.}
          """)
    let path = try plan.scratch.write(Array(text.utf8), to: "matrix.yaml")
    let outcome = Program.run("run", path, "--out", plan.folder("all"))
    try #require(outcome.exit == 0, "\(outcome.error)")
    for (name, cells) in [
      ("a", "stt=*nova-3,llm=*4o-mini,tts=*aura-2"), ("b", "stt=*nova-2,llm=*4o-mini,tts=*aura-2"),
      ("c", "stt=*nova-3,llm=*4.1-mini,tts=*aura-2"),
    ] {
      try #require(Program.run("run", path, "--select", cells, "--out", plan.folder(name)).exit == 0)
    }
  }

  private func document(_ arguments: String...) throws -> [String: Any] {
    let outcome = Program().run(["predict"] + arguments + ["--json"])
    try #require(outcome.exit == 0, "\(outcome.error)")
    return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  @Test("A/A/A, B/A/A and A/B/A predict B/B/A, which then takes just that long")
  func predicts() throws {
    let report = try document(plan.folder("a"), plan.folder("b"), plan.folder("c"))
    let predictions = try #require(report["predictions"] as? [[String: Any]])
    #expect(predictions.count == 1)
    let cell = try #require(predictions[0]["cell"] as? [String: String])
    #expect(cell["stt"] == "deepgram/nova-2")
    #expect(cell["llm"] == "openai/gpt-4.1-mini")
    let predicted = try #require((predictions[0]["v2v_p50"] as? [String: Any])?["ms"] as? Double)
    let measured = try document(plan.folder("all"))
    let checks = try #require(measured["checks"] as? [[String: Any]])
    let own = try #require(checks.first { ($0["cell"] as? [String: String]) == cell })
    let own50 = try #require(own["measured_p50_ms"] as? Double)
    #expect(abs(predicted - own50) < 1e-6)
  }

  @Test("The error against measured combinations is stated, and is nothing where nothing else draws")
  func statesError() throws {
    let report = try document(plan.folder("all"))
    #expect((report["predictions"] as? [Any])?.isEmpty == true)
    let checks = try #require(report["checks"] as? [[String: Any]])
    #expect(checks.count == 8)
    let error = try #require(report["error_p50"] as? [String: Any])
    #expect(try #require(error["max"] as? Double) < 1e-9)
    let text = Program.run("predict", plan.folder("all")).output
    #expect(text.contains("8 measured combinations that can be are missed by 0 % at p50"))
    // What all cells share stands above the table, once.
    #expect(text.contains("In all cells: workload tutor ·"))
    #expect(text.contains("\n  deepgram/nova-2 · openai/gpt-4.1-mini · cartesia/sonic-3  "))
  }

  @Test("Synthesis is taken from a turn that spoke the words of the same model, where there is one")
  func keepsTheWords() throws {
    let text = try String(contentsOfFile: plan.scratch.file("matrix.yaml"), encoding: .utf8).replacing(
      "openai/gpt-4.1-mini: {reply: It is half of the diameter.}",
      with: "openai/gpt-4.1-mini: {reply: Four.}")
    let path = try plan.scratch.write(Array(text.utf8), to: "words.yaml")
    try #require(Program.run("run", path, "--out", plan.folder("words")).exit == 0)
    let report = try document(plan.folder("words"))
    #expect(try #require((report["error_p50"] as? [String: Any])?["max"] as? Double) < 1e-9)
    // With one speech to text alone there is none, and another model's words take another time to sound.
    try #require(
      Program.run("run", path, "--select", "stt=*nova-3", "--out", plan.folder("one")).exit == 0)
    let single = try document(plan.folder("one"))
    #expect(try #require((single["error_p50"] as? [String: Any])?["max"] as? Double) > 1e-6)
  }

  @Test("Nothing can be put together from a single cell")
  func refuses() {
    let outcome = Program.run("predict", plan.folder("a"))
    #expect(outcome.exit == 6)
    #expect(outcome.error.contains("Measure cells that differ in their services"))
  }
}
