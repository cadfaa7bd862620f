import Foundation
import LabRecord
import LabTimeline
import Testing

@Suite("A line of the record")
struct RecordLineTests {
  static let conversation = ConversationIdentity(
    position: 3, cell: 1, name: "tutor-fractions", iteration: 2, isWarmup: true)

  static let cell = Cell(
    workload: "tutor", stt: "deepgram/nova-3", llm: "openai/gpt-4o-mini", tts: "deepgram/aura-2",
    vad: "spectral", network: "wired", device: "none", preset: "balanced")

  static var usage: Usage {
    var usage = Usage()
    usage.sttSeconds = 4.096
    usage.llmRequests = 1
    return usage
  }

  static var lines: [(RecordLine, String)] {
    [
      (
        .header(
          RecordHeader(
            plan: .init(name: "demo", sha256: "ab12"), mode: .offline, seed: .max, cells: [cell],
            conversations: 12, shard: .init(index: 2, count: 3))), "header"
      ),
      (
        .turn(
          TurnRecord(
            conversation: conversation, turn: 4, outcome: .failed(stage: .llm, reason: "http_500"),
            events: TurnTrace(events: [
              TurnEvent(.userSpeechEnded, at: LabInstant(nanoseconds: 2_000_000_001))
            ]),
            counts: TurnCountsTests.distinct, usage: usage)), "turn"
      ),
      (
        .conversation(
          ConversationRecord(
            conversation: conversation, turns: 5, nanoseconds: 61_000_000_001, failure: "reset",
            counts: TurnCounts(), usage: usage)), "conversation"
      ),
      (
        .conversation(
          ConversationRecord(
            conversation: conversation, turns: 5, nanoseconds: 61_000_000_001, failure: nil,
            counts: TurnCounts(), usage: usage,
            arrival: ConversationArrival(
              intended: LabInstant(nanoseconds: 500_000_000), started: LabInstant(nanoseconds: 740_000_001)))),
        "conversation"
      ),
      (.footer(RecordFooter(conversations: 12, turns: 60)), "footer"),
    ]
  }

  @Test("says its type and comes back equal", arguments: lines)
  func roundTrip(line: RecordLine, type: String) throws {
    let data = try JSONEncoder().encode(line)
    let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["type"] as? String == type)
    #expect(try JSONDecoder().decode(RecordLine.self, from: data) == line)
  }

  @Test(
    "tells when a conversation was due and began, in nanoseconds, and nothing when it was due at no instant")
  func arrival() throws {
    let ends = Self.lines.map(\.0).filter { if case .conversation = $0 { true } else { false } }
    let arrivals = try ends.map { line in
      let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(line)) as? [String: Any]
      return object?["arrival"] as? [String: Int]
    }
    #expect(arrivals == [nil, ["intended_ns": 500_000_000, "started_ns": 740_000_001]])
    guard case .conversation(let end)? = ends.last else { return }
    #expect(end.arrival?.wait == .nanoseconds(240_000_001))
  }

  @Test("is refused when its type is unknown")
  func unknownType() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(RecordLine.self, from: Data(#"{"type":"epilogue"}"#.utf8))
    }
  }

  @Test("names the schema in the header")
  func schema() throws {
    let data = try JSONEncoder().encode(Self.lines[0].0)
    let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["schema"] as? String == "turnlab.record/1")
  }

  @Test("names a cell by all of its axes in their order")
  func cellName() {
    #expect(
      Self.cell.name
        == "tutor · deepgram/nova-3 · openai/gpt-4o-mini · deepgram/aura-2 · spectral · wired · none · balanced"
    )
    #expect(
      Cell.axes.map(\.name) == ["workload", "stt", "llm", "tts", "vad", "network", "device", "preset", "arm"])
  }

  @Test("puts every position into exactly one shard", arguments: 1...7)
  func shards(count: Int) {
    let shards = (1...count).map { RecordHeader.Shard(index: $0, count: count) }
    for position in 0..<50 {
      #expect(shards.count { $0.contains(position, inPairs: false) } == 1)
    }
  }
}
