import Foundation
import LabAnalysis
import LabRecord
import LabTimeline
import TestSupport
import Testing

@testable import LabCLI

@Suite("A run with a service that hears and speaks")
struct SpeechToSpeechRunTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func report(_ plan: String) throws -> RunReport {
    let path = try scratch.write(Array(plan.utf8), to: "plan.yaml")
    let outcome = Program.run("run", path, "--out", scratch.file("run"))
    #expect(outcome.exit == 0, "\(outcome.error)")
    return try RunReport.read(from: try scratch.bytes(of: "run/report.json"), path: "report.json")
  }

  @Test("reports the same figures beside cells of three services")
  func besideOthers() throws {
    let report = try report(
      """
      name: voices
      corpus: \(Repository.file("Corpora/smoke").path)
      workloads: [tutor]
      matrix:
        stt: [deepgram/nova-3]
        llm: [openai/gpt-4o-mini]
        tts: [deepgram/aura-2]
        s2s: [openai/gpt-realtime, openai/gpt-realtime-semantic-vad]
      settings: {sampleRate: 24000}
      emulation:
        openai/gpt-realtime: {first_audio: {fixed: {ms: 600}}, leading_silence: {fixed: {ms: 100}}}
      """)
    #expect(report.cells.map(\.cell.isSpeechToSpeech) == [false, true, true])
    for cell in report.cells {
      #expect(cell.turns == 2 && cell.completed == 2, "\(cell.cell.name)")
      #expect(cell.metrics["turn.v2v_ms"]?.n == 2)
      #expect(cell.counts.wordErrors == 0)
      #expect(cell.cost.unpriced == [])
    }
    let voice = report.cells[1]
    #expect(voice.usage.llmAudioInputTokens > 0 && voice.usage.llmAudioOutputTokens > 0)
    #expect(voice.usage.ttsCharacters == 0 && voice.usage.ttsSeconds > 1)
    // What the caller said is written down, and paid for, apart from the replies.
    #expect((2...12).contains(voice.usage.sttSeconds), "\(voice.usage.sttSeconds)")
    #expect(voice.cost.providers.map(\.stage) == [.stt, .llm])
    #expect(voice.cost.providers.first?.provider == "openai/gpt-4o-mini-transcribe")
    // The silence of the session, the service and its voice are in it.
    let median = try #require(voice.metrics["turn.v2v_ms"]?.p50)
    #expect((1350...1450).contains(median), "\(median)")
    let parts = Dictionary(uniqueKeysWithValues: voice.contributions.map { ($0.name, $0.meanMilliseconds) })
    #expect(parts["unattributed"] == nil)
    // The client learns that its turn has ended a little later than the service decides it.
    let service = try #require(parts["s2s.service"])
    #expect((590...600).contains(service), "\(service)")
  }

  @Test("lets the caller interrupt, and counts it")
  func interruptions() throws {
    let report = try report(
      """
      name: interruptions
      corpus: \(Repository.file("Corpora/dialogues").path)
      workloads: [tutor]
      matrix: {s2s: [openai/gpt-realtime]}
      settings: {sampleRate: 24000}
      """)
    let cell = try #require(report.cells.first)
    #expect(cell.failed == 0)
    #expect(cell.counts.interruptions > 0)
    #expect(cell.counts.interruptionsSucceeded == cell.counts.interruptions)
    #expect((cell.metrics["bargein.stop_ms"]?.n ?? 0) > 0)
  }
}
