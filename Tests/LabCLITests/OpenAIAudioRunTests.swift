import Foundation
import LabAnalysis
import LabRecord
import LabTimeline
import TestSupport
import Testing

@testable import LabCLI

@Suite("A run with OpenAI's services for audio")
struct OpenAIAudioRunTests {
  @Test("hears every word over REST and in Realtime sessions, and answers in OpenAI's voices")
  func offline() throws {
    let scratch = try ScratchFolder()
    let text = """
      name: openai
      corpus: \(Repository.file("Corpora/smoke").path)
      workloads: [tutor]
      matrix:
        stt:
          - openai/whisper-1
          - openai/gpt-4o-transcribe
          - openai/gpt-4o-transcribe-realtime
          - openai/gpt-realtime-whisper
        llm: [openai/gpt-4o-mini]
        tts: [openai/gpt-4o-mini-tts, openai/tts-1]
      settings: {sampleRate: 24000, transcriptTimeout: 10, sttFinalize: onEndpoint}
      """
    let path = try scratch.write(Array(text.utf8), to: "plan.yaml")
    let outcome = Program.run("run", path, "--out", scratch.file("run"))
    #expect(outcome.exit == 0, "\(outcome.error)")
    let report = try RunReport.read(from: try scratch.bytes(of: "run/report.json"), path: "report.json")
    #expect(report.cells.count == 8)
    for cell in report.cells {
      #expect(cell.turns == 2 && cell.failed == 0 && cell.missed == 0, "\(cell.cell.name)")
      #expect(cell.counts.words == 12 && cell.counts.wordErrors == 0, "\(cell.cell.name)")
      #expect(cell.metrics["turn.v2v_ms"]?.n == 2)
    }
    // An upload holds what was said and a little more; a session hears the whole conversation.
    let seconds = report.cells.map { (stt: $0.cell.stt, sent: $0.usage.sttSeconds) }
    let uploads = seconds.filter { ["openai/whisper-1", "openai/gpt-4o-transcribe"].contains($0.stt) }
    #expect(uploads.allSatisfy { (3...10).contains($0.sent) }, "\(uploads)")
    let streams = seconds.filter { $0.stt.contains("realtime") }
    #expect(streams.allSatisfy { $0.sent > 10 }, "\(streams)")
  }
}
