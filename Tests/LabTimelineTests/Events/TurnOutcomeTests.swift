import Foundation
import LabTimeline
import Testing

@Suite("A turn's outcome")
struct TurnOutcomeTests {
  static let written: [(TurnOutcome, String)] = [
    (.completed, #"{"name":"completed"}"#),
    (.interrupted, #"{"name":"interrupted"}"#),
    (
      .failed(stage: .tts, reason: "timed_out"),
      #"{"name":"failed","reason":"timed_out","stage":"tts"}"#
    ),
    (.missed(reason: "not_heard"), #"{"name":"missed","reason":"not_heard"}"#),
  ]

  @Test("is written with its name and what belongs to it, and read back equal", arguments: written)
  func coding(outcome: TurnOutcome, json: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(outcome)
    #expect(String(bytes: data, encoding: .utf8) == json)
    #expect(try JSONDecoder().decode(TurnOutcome.self, from: data) == outcome)
  }

  @Test(
    "is refused when its name is unknown or a part is missing",
    arguments: [
      #"{"name":"great"}"#, #"{"name":"failed","reason":"x"}"#, #"{"name":"missed"}"#, "{}",
      #"{"name":"failed","reason":"x","stage":"dns"}"#,
    ])
  func refused(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(TurnOutcome.self, from: Data(json.utf8))
    }
  }
}
