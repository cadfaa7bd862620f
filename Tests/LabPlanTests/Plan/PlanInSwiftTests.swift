import LabConversation
import LabEmulation
import LabProviders
import LabRecord
import LabTimeline
import Testing

@testable import LabPlan

@Suite("A plan made in Swift")
struct PlanInSwiftTests {
  private static let matrix = RunPlan.Matrix(
    stt: ["deepgram/nova-3"], llm: ["openai/gpt-4o-mini"], tts: ["deepgram/aura-2"])

  private static func plan(_ workloads: [String] = ["tutor"], matrix: RunPlan.Matrix = matrix) -> RunPlan {
    RunPlan(name: "swift", workloads: workloads.map { .init($0) }, matrix: matrix)
  }

  @Test("is the plan that a file with the same content is")
  func sameAsFile() throws {
    let text = """
      name: swift
      workloads: [tutor]
      matrix: {stt: [deepgram/nova-3], llm: [openai/gpt-4o-mini], tts: [deepgram/aura-2]}
      settings: {silenceThresholdMs: 900}
      """
    let read = try PlanReader.read(text: text, path: "plan.yaml")
    var made = Self.plan()
    made.settings = [try SettingValue(\.silenceThreshold, .milliseconds(900))]
    #expect((made.workloads, made.matrix) == (read.workloads, read.matrix))
    #expect((made.repeats, made.warmup, made.concurrency) == (read.repeats, read.warmup, read.concurrency))
    #expect((made.seed, made.order, made.arrival) == (read.seed, read.order, read.arrival))
    #expect(made.settings.map(\.text) == read.settings.map(\.text))
    #expect(made.emulation == read.emulation)
    #expect(made.problems == [])
  }

  @Test("is identified by its content")
  func identity() throws {
    let plan = Self.plan()
    #expect(plan.identity.sha256.count == 64)
    #expect(plan.identity == Self.plan().identity)
    var other = plan
    other.settings = [try SettingValue(\.sampleRate, 24_000)]
    #expect(other.identity != plan.identity)
    other = plan
    other.emulation.languageModels["openai/gpt-4o-mini"]?.firstToken = .fixed(.milliseconds(1))
    #expect(other.identity != plan.identity)
  }

  @Test("tells all of its problems at once")
  func problems() throws {
    var plan = Self.plan(["tutro", "tutor", "tutor"])
    plan.name = "a/b"
    plan.matrix.stt = ["deepgram/nova3"]
    plan.matrix.tts = []
    plan.matrix.preset = ["balanced", "balanced"]
    plan.repeats = 0
    plan.settings = [
      try SettingValue(\.minTurnDuration, .seconds(10)), try SettingValue(\.maxTurnDuration, .seconds(5)),
    ]
    let problems = plan.problems
    let expected = [
      "“name” must be made of", "“tutro” is not a workload", "“tutor” is named twice in “workloads”",
      "“deepgram/nova3” is not a speech-to-text provider", "“tts” is empty",
      "“balanced” is named twice in “preset”", "“repeats” is 0",
      "in “tutor” with the preset “balanced”: A turn's minTurnDuration is above its maxTurnDuration",
    ]
    #expect(problems.count == expected.count, "\(problems)")
    for (problem, beginning) in zip(problems, expected) { #expect(problem.hasPrefix(beginning)) }
    let error = try #require(throws: RunError.self) { try plan.validate() }
    #expect(error.code == .invalidPlan)
    #expect(error.problems == problems)
  }

  @Test("needs three services, or one that hears and speaks")
  func stages() {
    #expect(Self.plan(matrix: .init(s2s: ["openai/gpt-realtime"])).problems == [])
    #expect(Self.plan(matrix: .init()).problems.count == 3)
    let half = RunPlan.Matrix(stt: ["deepgram/nova-3"], s2s: ["openai/gpt-realtime"])
    #expect(Self.plan(matrix: half).problems.count == 2)
  }

  @Test("cannot give a setting a value out of its range")
  func settings() throws {
    #expect(throws: SettingsError.self) { try SettingValue(\.silenceThreshold, .seconds(11)) }
    #expect(throws: SettingsError.self) { try SettingValue(\.sampleRate, 44_100) }
    let setting = try SettingValue(\.endOfTurnPolicy, .adaptive)
    #expect((setting.field.key, setting.text) == ("endOfTurnPolicy", "adaptive"))
  }
}

@Suite("A cell whose names are looked up")
struct ResolvedCellTests {
  private static func plan(_ workload: String, matrix: RunPlan.Matrix) -> RunPlan {
    RunPlan(name: "cells", workloads: [.init(workload)], matrix: matrix)
  }

  private static func cells(of plan: RunPlan) throws -> [ResolvedCell] {
    let order = WorkOrder(plan: plan, conversations: { _ in ["a"] }, selecting: { _ in true })
    return try order.cells.map { try ResolvedCell($0, in: plan) }
  }

  @Test("has the detector of its workload where the plan names none")
  func detector() throws {
    var matrix = RunPlan.Matrix(
      stt: ["deepgram/nova-3"], llm: ["openai/gpt-4o-mini"], tts: ["deepgram/aura-2"])
    let examiner = try #require(try Self.cells(of: Self.plan("examiner", matrix: matrix)).first)
    #expect((examiner.cell.vad, examiner.detector) == ("energy", .energy))
    let tutor = try #require(try Self.cells(of: Self.plan("tutor", matrix: matrix)).first)
    #expect((tutor.cell.vad, tutor.detector) == ("spectral", .spectral))
    matrix.vad = ["webrtc:1"]
    let named = try #require(try Self.cells(of: Self.plan("examiner", matrix: matrix)).first)
    #expect((named.cell.vad, named.detector) == ("webrtc:1", .webRTC(mode: 1)))
  }

  @Test("knows its services, its network and its device")
  func values() throws {
    let matrix = RunPlan.Matrix(
      stt: ["deepgram/nova-3"], llm: ["openai/gpt-4o-mini"], tts: ["deepgram/aura-2"],
      s2s: ["openai/gpt-realtime"], network: ["wlan"], device: ["none", "phone"], preset: ["low-latency"])
    let cells = try Self.cells(of: Self.plan("tutor", matrix: matrix))
    let stages = cells.map { $0.services.inOrder.map(\.stage) }
    #expect(stages == [Stage.pipeline, Stage.pipeline, [.s2s], [.s2s]])
    #expect(cells[0].services.all[.tts]?.entry.id == "deepgram/aura-2")
    #expect(cells[2].services.all[.s2s]?.entry.id == "openai/gpt-realtime")
    #expect(cells.map { $0.device?.name } == [nil, "phone", nil, "phone"])
    #expect(cells[0].network.radio == .wifi)
    #expect(cells[0].settings.bufferSize == 256)
  }

  @Test("says every name that the plan does not know")
  func unknown() throws {
    let matrix = RunPlan.Matrix(
      stt: ["deepgram/nova-3"], llm: ["a/b"], tts: ["deepgram/aura-2"], network: ["tin"], device: ["can"],
      preset: ["quick"])
    let error = try #require(throws: RunError.self) {
      try Self.cells(of: Self.plan("tutor", matrix: matrix))
    }
    #expect(error.problems.map { $0.prefix { $0 != " " } } == ["“quick”", "“tin”", "“a/b”", "“can”"])
  }
}
