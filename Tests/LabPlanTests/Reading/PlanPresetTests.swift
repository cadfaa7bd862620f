import LabConversation
import LabTimeline
import TestSupport
import Testing

@testable import LabPlan

@Suite("A preset of a plan's own")
struct PlanPresetTests {
  private static func plan(_ presets: String, matrix: String = "[quick]", more: String = "") throws -> RunPlan
  {
    let scratch = try ScratchFolder()
    let text = """
      name: presets
      workloads: [examiner, tutor]
      matrix:
        stt: [deepgram/nova-3]
        llm: [openai/gpt-4o-mini]
        tts: [deepgram/aura-2]
        preset: \(matrix)
      presets:
        \(presets)
      \(more)
      """
    return try PlanReader.read(try scratch.write(Array(text.utf8), to: "plan.yaml"))
  }

  @Test("begins with a shipped one and goes before workload and plan")
  func order() throws {
    let plan = try Self.plan(
      "quick: {from: low-latency, silenceThresholdMs: 300}", matrix: "[quick, balanced]",
      more: "settings: {silenceThresholdMs: 900}")
    let quick = try #require(plan.settings(workload: "examiner", preset: "quick"))
    #expect(quick.silenceThreshold == .milliseconds(300) && quick.bufferSize == 256)
    #expect(plan.settings(workload: "tutor", preset: "balanced")?.silenceThreshold == .milliseconds(900))
  }

  @Test("is checked as settings are, and may not take a shipped one's name")
  func problems() {
    for (presets, words) in [
      ("balanced: {silenceThresholdMs: 300}", "shipped preset"),
      ("quick: {silenceThreshold: 300}", "silenceThreshold"),
      ("quick: {silenceThresholdMs: lots}", "is not a value of"),
      ("slow: {silenceThresholdMs: 300}", "quick"),
    ] {
      let error = #expect(throws: RunError.self) { try Self.plan(presets) }
      #expect(error?.problems.contains { $0.contains(words) } == true, "\(presets)")
    }
  }

  @Test("decides with its policy whether pauses are recorded")
  func recording() throws {
    #expect(try !Self.plan("quick: {silenceThresholdMs: 300}").recordsPauses)
    #expect(try Self.plan("quick: {endOfTurnPolicy: adaptive}").recordsPauses)
    #expect(try Self.plan("quick: {silenceThresholdMs: 300}", more: "frontier: true").recordsPauses)
  }
}
