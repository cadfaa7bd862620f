import LabConversation
import LabEmulation
import LabRecord
import LabTimeline
import LabYAML
import TestSupport
import Testing

@testable import LabPlan

@Suite("The baseline of a plan")
struct BaselineReaderTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private static let sound = """
    name: new
    workloads: [tutor]
    matrix:
      stt: [deepgram/nova-3, deepgram/nova-2]
      llm: [openai/gpt-4o-mini]
      tts: [deepgram/aura-2]
    settings: {silenceThresholdMs: 900, minTurnDuration: 0.4}
    emulation:
      deepgram/nova-3: {final: {fixed: {ms: 40}}, interim: {fixed: {ms: 30}}}

    """

  private func write(_ text: String, to name: String = "plan.yaml") throws -> String {
    try scratch.write(Array(text.utf8), to: name)
  }

  private func plan(_ baseline: String) throws -> RunPlan {
    try PlanReader.read(try write(Self.sound + baseline))
  }

  /// The problems of the sound plan with a baseline that begins on line 10, without path and column.
  private func problems(_ baseline: String) throws -> [String] {
    let path = try write(Self.sound + baseline)
    do {
      _ = try PlanReader.read(path)
      return []
    } catch let error as RunError {
      #expect(error.code == .invalidPlan)
      return error.problems.map { problem in
        let name = problem.split(separator: ":")[0].split(separator: "/").last ?? ""
        let parts = problem.split(separator: ":", maxSplits: 3)
        return (name == "plan.yaml" ? "" : "\(name) ") + "\(parts[1]):\(parts[3])"
      }
    }
  }

  @Test("is none when the plan does not speak of it")
  func absent() throws {
    #expect(try plan("").baseline == nil)
  }

  @Test("is the candidate once more when it is empty")
  func empty() throws {
    let plan = try plan("baseline: {}\n")
    let baseline = try #require(plan.baseline)
    #expect(baseline.plan == nil)
    #expect(baseline.matrix == plan.matrix)
    #expect(baseline.emulation == plan.emulation)
    #expect(baseline.settings.map(\.text) == plan.settings.map(\.text))
    #expect(baseline.draws == .common)
    #expect(plan.drawSeed(of: .baseline) == plan.seed)
  }

  @Test("puts one value in the place of all that an axis holds, and leaves the other axes")
  func axes() throws {
    let plan = try plan(
      "baseline: {stt: deepgram/nova-2, tts: deepgram/aura-2-http, vad: energy, network: wifi, preset: low-latency}\n"
    )
    let baseline = try #require(plan.baseline)
    #expect(baseline.matrix.stt == ["deepgram/nova-2", "deepgram/nova-2"])
    #expect(baseline.matrix.llm == plan.matrix.llm)
    #expect(baseline.matrix.tts == ["deepgram/aura-2-http"])
    #expect((baseline.matrix.vad, baseline.matrix.network) == (["energy"], ["wifi"]))
    #expect(baseline.matrix.preset == ["low-latency"])
    #expect(plan.providers.contains("deepgram/aura-2-http"))
  }

  @Test("changes settings and services over those of the candidate")
  func overlays() throws {
    let plan = try plan(
      """
      baseline:
        settings: {silenceThresholdMs: 600}
        emulation:
          deepgram/nova-3: {final: {fixed: {ms: 55}}}
        draws: independent

      """)
    let candidate = try #require(plan.settings(workload: "tutor", preset: "balanced"))
    let baseline = try #require(plan.settings(workload: "tutor", preset: "balanced", arm: .baseline))
    #expect(
      (candidate.silenceThreshold, baseline.silenceThreshold) == (.milliseconds(900), .milliseconds(600)))
    #expect(candidate.minTurnDuration == baseline.minTurnDuration)
    let services = [Cell.Arm.candidate, .baseline].map {
      plan.emulation(of: $0).speechToText["deepgram/nova-3"]
    }
    #expect(services.map { $0?.final } == [.fixed(.milliseconds(40)), .fixed(.milliseconds(55))])
    #expect(services.map { $0?.interim } == [.fixed(.milliseconds(30)), .fixed(.milliseconds(30))])
    #expect(plan.drawSeed(of: .candidate) == plan.seed)
    #expect(plan.drawSeed(of: .baseline) != plan.seed)
  }

  static let broken: [(text: String, problems: [String])] = [
    ("baseline: yes", ["10: “baseline” must be a mapping of keys to values"]),
    ("baseline: {sst: x}", ["10: “sst” is not a key of “baseline”; did you mean “stt”?"]),
    ("baseline: {device: none}", ["10: “device” is not a key of “baseline”"]),
    ("baseline: {stt: [deepgram/nova-2]}", ["10: “stt” must be text"]),
    (
      "baseline:\n  stt: deepgram/nova2",
      [
        "11: “deepgram/nova2” is not a speech-to-text provider; known are \(Recognisers.names); "
          + "did you mean “deepgram/nova-2”?"
      ]
    ),
    (
      "baseline:\n  network: wire",
      [
        "11: “wire” is not a network profile; known are "
          + NetworkProfile.all.map(\.name).joined(separator: ", ") + "; did you mean “wired”?"
      ]
    ),
    (
      "baseline:\n  draws: comon",
      ["11: “draws” cannot be “comon”; it is one of common, independent; did you mean “common”?"]
    ),
    (
      "baseline:\n  settings: {silenceTresholdMs: 3}",
      ["11: “silenceTresholdMs” is not a key of “settings”; did you mean “silenceThresholdMs”?"]
    ),
    (
      "baseline:\n  settings: {minTurnDuration: 0.3}\n  emulation:\n    deepgram/nova-3: {fnal: {}}",
      ["13: “fnal” is not a key of “deepgram/nova-3”; did you mean “final”?"]
    ),
    ("baseline: {plan: 3}", ["10: “plan” must be text; put 3 in quotes"]),
    (
      "baseline:\n  plan: plan.yaml\n  llm: openai/gpt-4o\n  settings: {}",
      [
        "12: “llm” cannot stand beside “plan”, which says all of the baseline; keep one of them",
        "13: “settings” cannot stand beside “plan”, which says all of the baseline; keep one of them",
      ]
    ),
  ]

  @Test("says what is wrong with it, each with its line", arguments: broken)
  func reports(text: String, problems: [String]) throws {
    #expect(try self.problems(text) == problems)
  }

  @Test("is told of settings that exclude each other on its arm alone")
  func conflicts() throws {
    let found = try problems("baseline:\n  settings: {maxTurnDuration: 2, minTurnDuration: 5}\n")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("11: in “tutor” with the preset “balanced”: ") == true, "\(found)")
  }

  @Test("is another plan's settings, services and cells, found from where the plan stands")
  func otherPlan() throws {
    let text = Self.sound.replacing("name: new", with: "name: old").replacing("nova-2", with: "nova-3 ")
      .replacing("[deepgram/nova-3, deepgram/nova-3 ]", with: "[deepgram/nova-2, deepgram/nova-3]")
      .replacing("900", with: "500").replacing("ms: 40", with: "ms: 70")
    _ = try write(text + "repeats: 9\nbaseline: {plan: nowhere.yaml}\n", to: "plans/old.yaml")
    let plan = try plan("baseline: {plan: plans/old.yaml, draws: independent}\n")
    let baseline = try #require(plan.baseline)
    #expect(baseline.plan?.path == scratch.file("plans/old.yaml"))
    #expect(baseline.plan?.identity.name == "old")
    #expect(baseline.plan?.identity.sha256 != plan.identity.sha256)
    #expect(baseline.matrix.stt == ["deepgram/nova-2", "deepgram/nova-3"])
    #expect(baseline.draws == .independent)
    #expect(plan.repeats == 1)
    #expect(
      plan.settings(workload: "tutor", preset: "balanced", arm: .baseline)?.silenceThreshold
        == .milliseconds(500))
    #expect(baseline.emulation.speechToText["deepgram/nova-3"]?.final == .fixed(.milliseconds(70)))
  }

  @Test("that another plan cannot be is told on the line that names it")
  func otherPlanRefused() throws {
    #expect(
      try problems("baseline: {plan: none.yaml}") == [
        "10: “plan” cannot be read: There is no file \(scratch.file("none.yaml")) that can be read."
      ])
    _ = try write(Self.sound.replacing(", deepgram/nova-2", with: ""), to: "small.yaml")
    #expect(
      try problems("baseline: {plan: small.yaml}") == [
        "10: “small.yaml” cannot be the baseline, because “stt” has 2 in the matrix here and 1 in that of the "
          + "baseline’s plan “new”"
      ])
    _ = try write(Self.sound.replacing("[tutor]", with: "[capture]"), to: "capture.yaml")
    #expect(
      try problems("baseline: {plan: capture.yaml}") == [
        "10: “capture.yaml” cannot be the baseline, because the workloads are tutor here and capture in the "
          + "baseline’s plan “new”"
      ])
    _ = try write(Self.sound + "repeats: 0\n", to: "wrong.yaml")
    #expect(
      try problems("baseline: {plan: wrong.yaml}") == [
        "wrong.yaml 10: “repeats” is 0; it must be 1 to 100000"
      ])
  }

  @Test("is the plan named on the command line, in place of what the plan says")
  func commanded() throws {
    let path = try write(Self.sound + "baseline: {plan: none.yaml, draws: independent}\n")
    let other = try write(Self.sound, to: "other.yaml")
    let baseline = try #require(try PlanReader.read(path, baseline: other).baseline)
    #expect(baseline.plan?.path == other)
    #expect(baseline.draws == .independent)

    let itself = try PlanReader.read(other, baseline: other)
    #expect(itself.baseline?.plan?.identity == itself.identity)

    #expect(throws: YAMLFileError.self) { try PlanReader.read(other, baseline: scratch.file("none.yaml")) }
    let small = try write(Self.sound.replacing(", deepgram/nova-2", with: ""), to: "small.yaml")
    let mismatch = try #require(throws: RunError.self) { try PlanReader.read(other, baseline: small) }
    #expect(mismatch.code == .invalidPlan)
    #expect(
      mismatch.message
        == "The plan \(small) cannot be the baseline of \(other), because “stt” has 2 in the matrix "
        + "here and 1 in that of the baseline’s plan “new”, so that their cells do not correspond one to one."
    )
  }

  @Test("has its problems counted with those of the plan, and each plan named")
  func countsProblems() throws {
    let wrong = try write(Self.sound + "repeats: 0\n", to: "wrong.yaml")
    let right = try write(Self.sound)
    let one = try #require(throws: RunError.self) { try PlanReader.read(right, baseline: wrong) }
    #expect(one.message == "The plan \(wrong) has a problem, so nothing was run.")
    let also = try write(Self.sound + "seed: -1\n", to: "also.yaml")
    let two = try #require(throws: RunError.self) { try PlanReader.read(also, baseline: wrong) }
    #expect(two.message == "The plans \(also) and \(wrong) have 2 problems, so nothing was run.")
    let same = try #require(throws: RunError.self) { try PlanReader.read(wrong, baseline: wrong) }
    #expect(same.problems.count == 1)
  }
}
