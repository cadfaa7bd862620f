import LabTimeline
import Testing

@testable import LabRunner

@Suite("CellSelection")
struct CellSelectionTests {
  private let cell = Cell(
    workload: "tutor", stt: "deepgram/nova-3", llm: "openai/gpt-4o-mini", tts: "deepgram/aura-2",
    vad: "spectral",
    network: "wired", device: "none", preset: "balanced")

  @Test(
    "selects by all rules together, with * for any text",
    arguments: [
      ("", true), ("stt=deepgram/nova-3", true), ("stt=deepgram/*", true), ("stt=*nova*", true),
      ("stt=*", true),
      ("stt=*3", true), ("stt=deepgram/nova-2", false), ("stt=nova", false), ("stt=nova*", false),
      ("stt=deepgram/*, preset=balanced", true), ("stt=deepgram/*,preset=low-latency", false),
      ("workload=t*r", true), ("workload=tut*tor", false),
    ])
  func selects(text: String, expected: Bool) throws {
    #expect(try CellSelection(text).contains(cell) == expected)
  }

  @Test("refuses what is no axis or no rule", arguments: ["speech=deepgram/*", "deepgram/nova-3", "=x"])
  func refuses(text: String) throws {
    let error = try #require(throws: RunError.self) { try CellSelection(text) }
    #expect(error.code == .usage)
    #expect(error.message == "--select “\(text)” is not of the form AXIS=PATTERN.")
    #expect(error.hint?.contains("workload, stt, llm, tts, vad, network, device, preset") == true)
  }
}
