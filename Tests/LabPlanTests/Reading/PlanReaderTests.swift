import Foundation
import LabAudio
import LabConversation
import LabEmulation
import LabRecord
import LabTimeline
import LabYAML
import TestSupport
import Testing

@testable import LabPlan

@Suite("PlanReader")
struct PlanReaderTests {
  /// A plan that is right, line by line, so that a test can replace one of them.
  private static let sound = [
    "name: right",  // 1
    "workloads: [tutor]",  // 2
    "matrix:",  // 3
    "  stt: [deepgram/nova-3]",  // 4
    "  llm: [openai/gpt-4o-mini]",  // 5
    "  tts: [deepgram/aura-2]",  // 6
    "repeats: 2",  // 7
    "settings:",  // 8
    "  silenceThresholdMs: 900",  // 9
    "emulation:",  // 10
    "  deepgram/nova-3:",  // 11
    "    final: {fixed: {ms: 40}}",  // 12
  ]

  /// Reads a text as a plan and returns its problems without the path in front.
  private func problems(of text: String) throws -> [String] {
    let scratch = try ScratchFolder()
    let path = try scratch.write(Array(text.utf8), to: "plan.yaml")
    do {
      _ = try PlanReader.read(path)
      return []
    } catch let error as RunError {
      #expect(error.code == .invalidPlan)
      #expect(error.message.contains(path))
      #expect(error.problems.allSatisfy { $0.hasPrefix(path + ":") })
      return error.problems.map { problem in
        // What is left is `line:column: message`; the column is the YAML reader's affair.
        let parts = problem.dropFirst(path.count + 1).split(separator: ":", maxSplits: 2)
        return "\(parts[0]):\(parts[2])"
      }
    }
  }

  private func problems(line: Int, _ replacement: String) throws -> [String] {
    var lines = Self.sound
    lines[line - 1] = replacement
    return try problems(of: lines.joined(separator: "\n"))
  }

  @Test("reads a plan that is right, and fills in what it leaves out")
  func readsPlan() throws {
    let scratch = try ScratchFolder()
    let path = try scratch.write(Array(Self.sound.joined(separator: "\n").utf8), to: "plan.yaml")
    let plan = try PlanReader.read(path)
    #expect(plan.identity.name == "right")
    #expect(plan.identity.sha256.count == 64)
    #expect(plan.workloads == [.init("tutor", corpus: "Corpora/dialogues")])
    #expect(plan.matrix.vad == [], "each workload has its own")
    #expect(plan.matrix.preset == ["balanced"])
    #expect((plan.repeats, plan.warmup, plan.concurrency, plan.seed) == (2, 0, 1, 1))
    #expect(plan.arrival == .closed)
    #expect(plan.settings.map(\.text) == ["900"])
    #expect(plan.emulation.speechToText["deepgram/nova-3"]?.final == .fixed(.milliseconds(40)))
  }

  @Test("reads what a model is to say, and refuses a reply without a word")
  func readsReply() throws {
    let scratch = try ScratchFolder()
    let text = (Self.sound + ["  openai/gpt-4o-mini: {reply: \"Yes.\"}"]).joined(separator: "\n")
    let plan = try PlanReader.read(try scratch.write(Array(text.utf8), to: "plan.yaml"))
    #expect(plan.emulation.languageModels["openai/gpt-4o-mini"]?.reply == "Yes.")
    let silent = (Self.sound + ["  openai/gpt-4o-mini: {reply: \"…\"}"]).joined(separator: "\n")
    #expect(
      try problems(of: silent) == [
        "13: “reply” has no word in it; leave it out for sentences of the model's own choice"
      ])
  }

  @Test("reads how conversations arrive, and how many lines there are for them")
  func readsArrival() throws {
    func plan(_ lines: String...) throws -> RunPlan {
      let scratch = try ScratchFolder()
      let text = (Self.sound + lines).joined(separator: "\n")
      return try PlanReader.read(try scratch.write(Array(text.utf8), to: "plan.yaml"))
    }
    let closed = try plan("arrival: closed")
    #expect((closed.arrival, closed.concurrency) == (.closed, 1))
    let open = try plan("arrival: {open: {per_minute: 120}}")
    #expect(open.arrival == .open(perMinute: 120, spacing: .poisson))
    #expect(open.concurrency == RunPlan.Arrival.safeLines)
    let even = try plan("arrival: {open: {per_minute: 0.5, spacing: even}}", "concurrency: 3")
    #expect((even.arrival, even.concurrency) == (.open(perMinute: 0.5, spacing: .even), 3))
  }

  private static let arrivalProblem =
    "7: “arrival” must be closed, or open with a rate, such as {open: {per_minute: 120, spacing: poisson}}"

  /// One broken line each, and everything that is to be said about it.
  private static let brokenLines: [(line: Int, text: String, problems: [String])] = [
    (
      1, "name: a/b",
      [
        "1: “name” must be made of letters, digits, “-”, “_” and “.”, because a folder is named after it"
      ]
    ),
    (
      1, "name: .hidden",
      [
        "1: “name” must be made of letters, digits, “-”, “_” and “.”, because a folder is named after it"
      ]
    ),
    (1, "name: 12", ["1: “name” must be text; put 12 in quotes"]),
    (
      1, "nmae: right",
      [
        "1: “name” is missing from the file", "1: “nmae” is not a key of the file; did you mean “name”?",
      ]
    ),
    (2, "workloads: tutor", ["2: “workloads” must be a list"]),
    (
      2, "workloads: [tutro]",
      [
        "2: “tutro” is not a workload; known are tutor, companion, capture, examiner, studybuddy; "
          + "did you mean “tutor”?"
      ]
    ),
    (
      2, "workloads: []",
      [
        "2: “workloads” is empty; name at least one of tutor, companion, capture, examiner, studybuddy"
      ]
    ),
    (
      2, "workloads: [tutor, {workload: tutor, corpus: other}]",
      [
        "2: “tutor” is named twice in “workloads”; put its conversations together"
      ]
    ),
    (
      2, "workloads: [{workload: tutor, conversations: []}]",
      [
        "2: “conversations” is empty; leave it out for all of them"
      ]
    ),
    (4, "  stt: []", ["4: “stt” is empty, so the matrix has no cells; name at least one"]),
    (4, "  stt: deepgram/nova-3", ["4: “stt” must be a list"]),
    (4, "  stt: [deepgram/nova-3, deepgram/nova-3]", ["4: “deepgram/nova-3” is named twice in “stt”"]),
    (
      4, "  stt: [deepgram/nova3]",
      [
        "4: “deepgram/nova3” is not a speech-to-text provider; known are \(Recognisers.names); "
          + "did you mean “deepgram/nova-3”?"
      ]
    ),
    (
      6, "  tts: [deepgram/aura-2]\n  vad: [spectrl]",
      [
        "7: “spectrl” is not a detector; known are energy, spectral, webrtc, webrtc:0, webrtc:1, webrtc:2, webrtc:3; did you mean “spectral”?"
      ]
    ),
    (7, "repeats: 0", ["7: “repeats” is 0; it must be 1 to 100000"]),
    (7, "repeats: -2", ["7: “repeats” is -2; it must be 1 to 100000"]),
    (7, "repeats: two", ["7: “repeats” must be a whole number"]),
    (7, "repeats: 1.5", ["7: “repeats” must be a whole number"]),
    (7, "repeats:", []),
    (7, "repeat: 2", ["7: “repeat” is not a key of the file; did you mean “repeats”?"]),
    (
      7, "repeats: 2\nrepeats: 3",
      [
        "7: “repeats” is given again further down in the same mapping; keep one of them"
      ]
    ),
    (7, "arrival: open", [arrivalProblem]),
    (7, "arrival: 120", [arrivalProblem]),
    (7, "arrival: [open]", [arrivalProblem]),
    (7, "arrival: {}", ["7: “open” is missing from “arrival”"]),
    (7, "arrival: {open: 120}", ["7: “open” must be a mapping of keys to values"]),
    (7, "arrival: {open: {spacing: even}}", ["7: “per_minute” is missing from “open”"]),
    (7, "arrival: {open: {per_minute: 0}}", ["7: “per_minute” is 0; it must be 0.01 to 60000"]),
    (
      7, "arrival: {open: {per_minute: 9, spacing: poison}}",
      ["7: “spacing” cannot be “poison”; it is one of poisson, even; did you mean “poisson”?"]
    ),
    (
      7, "arrival: {open: {per_minut: 9}}",
      [
        "7: “per_minute” is missing from “open”",
        "7: “per_minut” is not a key of “open”; did you mean “per_minute”?",
      ]
    ),
    (7, "seed: -1", ["7: “seed” is -1; it must be 0 to 9223372036854775807"]),
    (
      7, "order: interleavd",
      [
        "7: “order” cannot be “interleavd”; it is one of interleaved, sequential; did you mean “interleaved”?"
      ]
    ),
    (
      9, "  silenceThreshold: 900",
      [
        "9: “silenceThreshold” is not a key of “settings”; did you mean “silenceThresholdMs”?"
      ]
    ),
    (9, "  silenceThresholdMs: -5", ["9: “-5” is not a value of “silenceThresholdMs”; write 0 to 10000 ms"]),
    (9, "  enableBargeIn: maybe", ["9: “maybe” is not a value of “enableBargeIn”; write true or false"]),
    (
      9, "  minTurnDuration: 10\n  maxTurnDuration: 5",
      [
        "9: in “tutor” with the preset “balanced”: A turn's minTurnDuration is above its maxTurnDuration. "
          + "Lower minTurnDuration or raise maxTurnDuration."
      ]
    ),
    (
      11, "  deepgram/nova3:",
      [
        "11: “deepgram/nova3” is not a key of “emulation”; did you mean “deepgram/nova-3”?"
      ]
    ),
    (
      12, "    finl: {fixed: {ms: 40}}",
      [
        "12: “finl” is not a key of “deepgram/nova-3”; did you mean “final”?"
      ]
    ),
    (12, "    final: 40", ["12: “final” must be a mapping of keys to values"]),
    (12, "    final: {fixed: {ms: -40}}", ["12: “ms” is -40; it must be 0 to 86400000"]),
    (12, "    final: {fixed: {}}", ["12: “ms” is missing from “fixed”"]),
    (12, "    final: {uniform: {min_ms: 9, max_ms: 3}}", ["12: min 9.0 ms is greater than max 3.0 ms"]),
    (
      12, "    final: {lognormal: {median_ms: 40, sigma: -1}}",
      ["12: sigma is -1.0; it has to be from 0 to 5"]
    ),
    (12, "    final: {empirical: {ms: []}}", ["12: the list of measured values is empty"]),
    (
      12, "    final: {empirical: {ms: [92, 90000000]}}",
      ["12: item 2 of “ms” is 90000000; it must be 0 to 86400000"]
    ),
    (
      12, "    final: {fixed: {ms: 1}, gamma: {shape: 2, mean_ms: 3}}",
      [
        "12: a latency has exactly one of fixed, uniform, normal, lognormal, gamma, empirical and mixture"
      ]
    ),
    (12, "    final: {mixture: []}", ["12: the mixture is empty"]),
    (
      12, "    final: {mixture: [{weight: -1, latency: {fixed: {ms: 1}}}]}",
      [
        "12: part 1 of the mixture: the weight is -1.0; it has to be 0 or more",
        "12: the weights of the mixture sum to 0; at least one has to be above 0",
      ]
    ),
    (
      12, "    final: {mixture: [{weight: 0, latency: {fixed: {ms: 1}}}]}",
      [
        "12: the weights of the mixture sum to 0; at least one has to be above 0"
      ]
    ),
    (
      12, "    final: {mixture: [{weight: 1, latency: {uniform: {min_ms: 9, max_ms: 3}}}]}",
      [
        "12: part 1 of the mixture: min 9.0 ms is greater than max 3.0 ms"
      ]
    ),
    (12, "    final: {mixture: [{weight: 1}]}", ["12: “latency” is missing from item 1 of “mixture”"]),
  ]

  @Test("says what is wrong with a line, where, and what was probably meant", arguments: brokenLines.indices)
  func reportsBrokenLine(index: Int) throws {
    let broken = Self.brokenLines[index]
    #expect(try problems(line: broken.line, broken.text) == broken.problems, "\(broken.text)")
  }

  @Test("reports all problems of a plan at once, in the order of the file")
  func reportsEverything() throws {
    let found = try problems(
      of: """
        name: a/b
        workloads: [tutro]
        matrix:
          stt: []
          llm: [openai/gpt-4o-mini]
          tts: [deepgram/aura-2]
        repeats: 0
        settings: {vadThreshold: 7}
        emulation: {openai/gpt-4o-mini: {first_token: {fixed: {ms: -1}}}}
        colour: red
        """)
    #expect(found.map { $0.prefix { $0 != ":" } } == ["1", "2", "4", "7", "8", "9", "10"])
  }

  @Test("counts the problems in its first sentence")
  func countsProblems() throws {
    let scratch = try ScratchFolder()
    let one = try scratch.write(Array("name: x\nworkloads: [tutor]\n".utf8), to: "one.yaml")
    let two = try scratch.write(Array("name: x\n".utf8), to: "two.yaml")
    let first = try #require(throws: RunError.self) { try PlanReader.read(one) }
    #expect(first.message == "The plan \(one) has a problem, so nothing was run.")
    let second = try #require(throws: RunError.self) { try PlanReader.read(two) }
    #expect(second.message == "The plan \(two) has 2 problems, so nothing was run.")
    #expect(second.hint == "Correct the lines named.")
  }

  @Test("says that a file is empty, no YAML or not a mapping")
  func reportsWrongFile() throws {
    #expect(try problems(of: "") == ["1: the file is empty"])
    #expect(try problems(of: "# nothing but a comment\n") == ["1: the file is empty"])
    #expect(try problems(of: "- tutor\n") == ["1: the file must be a mapping of keys to values"])
    let syntax = try problems(of: "name: [right\nworkloads: {")
    #expect(syntax.count == 1)
    #expect(syntax.first?.contains(": this is not YAML: ") == true)
  }

  @Test("names a file that is not there, is a folder, or is not text")
  func reportsMissingFile() throws {
    let scratch = try ScratchFolder()
    let missing = try #require(throws: YAMLFileError.self) { try PlanReader.read(scratch.file("none.yaml")) }
    #expect(missing.code == .fileMissing)
    #expect(missing.message.contains(scratch.file("none.yaml")))
    #expect(throws: YAMLFileError.self) { try PlanReader.read(scratch.path) }
    let binary = try scratch.write([0xFF, 0xFE, 0x00, 0x80], to: "binary.yaml")
    #expect(try #require(throws: YAMLFileError.self) { try PlanReader.read(binary) }.code == .fileUnreadable)
  }

  @Test("every plan that ships can be read")
  func readsShippedPlans() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.appending(path: "Benchmarks").path
    let plans = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".yaml") }
    #expect(!plans.isEmpty)
    for plan in plans { _ = try PlanReader.read(folder + "/" + plan) }
  }
}
