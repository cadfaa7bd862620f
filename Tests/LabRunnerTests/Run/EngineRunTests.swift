import Foundation
import LabPlan
import LabProviders
import LabRecord
import LabTimeline
import TestSupport
import Testing

@testable import LabRunner

@Suite("Runs with engines on this machine")
struct EngineRunTests {
  private func plan(
    stt: String = "deepgram/nova-3", llm: String = "openai/gpt-4o-mini", tts: String = "deepgram/aura-2"
  )
    throws -> RunPlan
  {
    let scratch = try ScratchFolder()
    let text = """
      name: engines
      corpus: \(Repository.file("Corpora/smoke").path)
      workloads: [tutor]
      matrix: { stt: [\(stt)], llm: [\(llm)], tts: [\(tts)] }
      settings: { sampleRate: 16000 }
      """
    return try PlanReader.read(try scratch.write(Array(text.utf8), to: "plan.yaml"))
  }

  @Test("that take real time are refused offline, by the name of the cell")
  func refusedOffline() throws {
    let error = #expect(throws: RunError.self) {
      try PlanRunner(RunRequest(plan: try plan(stt: "pocketsphinx/en-us"), mode: .offline))
    }
    let cell =
      "tutor · pocketsphinx/en-us · openai/gpt-4o-mini · deepgram/aura-2 · spectral · wired · none · balanced"
    #expect(
      error?.message
        == "The cell “\(cell)” cannot be measured offline: pocketsphinx/en-us runs on this machine and takes real time."
    )
    #expect(error?.hint == "Measure it with --mode live, or leave it out with --select.")
    // In real time they run for real, beside emulated services too.
    #expect(throws: Never.self) {
      try PlanRunner(RunRequest(plan: try plan(stt: "pocketsphinx/en-us"), mode: .loopback))
    }
  }

  @Test("that are pure run offline, the same every time")
  func templateRunsOffline() throws {
    let scratch = try ScratchFolder()
    let plan = try plan(llm: "template/reply")
    func record(_ name: String) throws -> [UInt8] {
      let runner = try PlanRunner(RunRequest(plan: plan, mode: .offline))
      let file = try RecordFile.create(path: scratch.file(name), header: runner.header)
      _ = try runner.run(into: file, done: [], services: .emulated()) { event in
        if case .turnEnded(let turn) = event {
          #expect(turn.outcome == .completed)
          let sent = turn.events.events.first { $0.kind == .llmRequested }?.at
          let came = turn.events.events.first { $0.kind == .llmFirstToken }?.at
          if let sent, let came { #expect(came - sent < .milliseconds(5), "there is no network on the way") }
        }
      }
      return try scratch.bytes(of: name)
    }
    #expect(try record("one.jsonl") == record("two.jsonl"))
  }

  @Test("that are not on this machine end before anything is measured")
  func requiresEngines() throws {
    let runner = try PlanRunner(
      RunRequest(plan: try plan(stt: "apple/speech", llm: "template/reply"), mode: .live))
    #if !canImport(Speech)
      let error = #expect(throws: RunError.self) { try runner.requireEngines() }
      #expect(error?.code == .missingEngine)
      #expect(error?.message.hasSuffix("needs an engine: Apple’s engines are on macOS only.") == true)
    #endif
    #expect(throws: Never.self) {
      try PlanRunner(RunRequest(plan: try plan(llm: "template/reply"), mode: .live)).requireEngines()
    }
  }
}
