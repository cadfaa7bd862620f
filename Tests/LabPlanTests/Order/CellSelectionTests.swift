import LabRecord
import LabTimeline
import Testing

@testable import LabPlan

@Suite("A selection of cells")
struct CellSelectionTests {
  static let cell = Cell(
    workload: "tutor", stt: "deepgram/nova-3", llm: "openai/gpt-4o-mini", tts: "deepgram/aura-2",
    vad: "spectral", network: "wired", device: "none", preset: "low-latency")

  static let patterns: [(text: String, holds: Bool)] = [
    ("stt=deepgram/nova-3", true), ("stt=deepgram/*", true), ("stt=*nova*", true), ("stt=*", true),
    ("stt=deepgram/nova", false), ("stt=nova-3", false), ("stt=*nova", false), ("stt=d*m/n*3", true),
    ("stt=d*m*m/nova-3", false), ("stt=**", true), ("llm=openai/*,tts=deepgram/*", true),
    ("llm=openai/*,tts=openai/*", false), (" preset = low-* , vad=spectral", true), ("preset=*-*-*", false),
    ("network=wired", true), ("workload=tutor,workload=capture", false),
    ("stt=deepgram/nova-3*", true), ("stt=deepgram/nova-3*3", false), ("", true),
  ]

  @Test("holds for the cells whose axes all match; * stands for any text", arguments: patterns)
  func matches(text: String, holds: Bool) throws {
    #expect(try CellSelection(text).contains(Self.cell) == holds)
  }

  @Test("of nothing holds for every cell")
  func everything() {
    #expect(CellSelection().contains(Self.cell))
  }

  @Test(
    "is refused with the part that is wrong when it names no axis or no pattern",
    arguments: ["speech=deepgram/*", "stt", "stt=deepgram/*,gpt-4o", "=x", "network="])
  func refused(text: String) throws {
    let error = try #require(throws: RunError.self) { try CellSelection(text) }
    #expect(error.code == .usage)
    #expect(error.message.contains(try #require(text.split(separator: ",").last)))
    #expect(error.hint.contains("workload, stt, llm, tts, vad, network, device, preset"))
  }
}
