import Foundation
import LabProviders
import LabTimeline
import Testing

@testable import LabCassette

@Suite("What a cassette keeps of a conversation")
struct MaskingTests {
  private func masked(_ text: String) -> String {
    var place = SoundPlace()
    return String(decoding: TextMask.message(Array(text.utf8), sound: &place), as: UTF8.self)
  }

  @Test("Words go, and with the same size stay punctuation, protocol and numbers")
  func masksWords() {
    let message =
      #"{"type":"Results","is_final":true,"channel":{"alternatives":[{"transcript":"Grüße, Dr. Weiß!"}]}}"#
    let expected =
      #"{"type":"Results","is_final":true,"channel":{"alternatives":[{"transcript":"Xxééx, Dr. Xxxé!"}]}}"#
    #expect(masked(message) == expected)
    #expect(
      masked(#"{"delta":{"content":"A \"B\" \u00dcb \n 42"}}"#)
        == #"{"delta":{"content":"X \"X\" \u00c9x \n 00"}}"#)
    #expect(masked("no JSON at all") == "xx XXXX xx xxx")
    #expect(
      masked(#"{"type":"tool","args":{"id":"Anna","type":"Bob"}}"#)
        == #"{"type":"tool","args":{"id":"Xxxx","type":"Xxx"}}"#)
  }

  @Test("A stream of events is masked in its data, wherever the network cut it")
  func masksEvents() {
    let stream = "event: delta\ndata: {\"type\":\"text\",\"text\":\"Hello there.\"}\n\ndata: [DONE]\n\n"
    var place = SoundPlace()
    let expected = "event: delta\ndata: {\"type\":\"text\",\"text\":\"Xxxxx xxxxx.\"}\n\ndata: [DONE]\n\n"
    #expect(String(decoding: TextMask.events(Array(stream.utf8), sound: &place), as: UTF8.self) == expected)
    let line = CassetteConnection(stage: .llm, generation: 0, key: 0)
    let head = ResponseHead(
      status: 200,
      headers: [HeaderField("Content-Type", "text/event-stream"), HeaderField("Set-Cookie", "a=1")],
      setup: .reused)
    var entries: [CassetteEntry] = [.received(line, CassetteArrival(.opened(head)), at: .origin)]
    for byte in stream.utf8 { entries.append(.received(line, CassetteArrival(.body([byte])), at: .origin)) }
    let mask = CassetteMask(keepsText: false, keepsAudio: false, secrets: [])
    let result = mask.masked(RecordedConversation(identity: .example, entries: entries))
    var whole: [UInt8] = []
    for case .received(_, let arrival, _) in result.entries {
      if case .body(let bytes) = arrival.event { whole += bytes }
      if case .opened(let head) = arrival.event { #expect(head.headers.map(\.name) == ["Content-Type"]) }
    }
    #expect(String(decoding: whole, as: UTF8.self) == expected)
  }

  @Test("No key is anywhere in a cassette, whatever else is kept", arguments: [false, true])
  func keepsNoKey(everything: Bool) throws {
    let key = "sk-secret-4711"
    let line = CassetteConnection(stage: .tts, generation: 0, key: 0)
    let request = ConnectionRequest(
      transport: .http(method: "POST"), endpoint: .service("api.example.com"),
      target: "/v1/speak?model=a&api_key=\(key)&voice=\(key)",
      headers: [HeaderField("Authorization", "Bearer \(key)"), HeaderField("X-Client-Request-Id", "a-0")],
      body: Array(#"{"xi_api_key":"\#(key)","text":"Hello"}"#.utf8))
    let refusal = Array(
      #"{"error":{"message":"Incorrect API key provided: \#(key).","code":"\#(key)"}}"#.utf8)
    let head = ResponseHead(
      status: 401, headers: [HeaderField("content-type", "application/json"), HeaderField("dg-error", key)],
      setup: ConnectionSetup(isReused: false, connect: .milliseconds(3)))
    let conversation = RecordedConversation(
      identity: .example,
      entries: [
        .opened(line, CassetteRequest(request), at: .origin),
        .sent(line, CassetteMessage(.text(#"{"type":"auth","token":"\#(key)"}"#)), at: .origin),
        .received(line, CassetteArrival(.opened(head)), at: .origin),
        .received(line, CassetteArrival(.body(Array(refusal[..<40]))), at: .origin),
        .received(line, CassetteArrival(.body(Array(refusal[40...]))), at: .origin),
        .received(line, CassetteArrival(.message(.text(#"{"type":"\#(key)"}"#))), at: .origin),
        .received(line, CassetteArrival(.closed(code: 1008, reason: "bad \(key)")), at: .origin),
        .received(line, CassetteArrival(.failed(.init(code: "tls", message: key))), at: .origin),
      ])
    let mask = CassetteMask(keepsText: everything, keepsAudio: everything, secrets: [key])
    let text = String(decoding: CassetteEncoding.lines(mask.masked(conversation)), as: UTF8.self)
    #expect(!text.contains(key))
    #expect(!text.contains("4711"))
    #expect(text.contains("Authorization"), "the header's name says that there was one")
    #expect(text.contains("Hello") == everything)
  }

  @Test("Sound inside of a text keeps its size and loses what was said")
  func masksEncodedSound() throws {
    let sound = (0..<480).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    let message = #"{"type":"chunk","audio":"\#(Data(sound).base64EncodedString())"}"#
    let result = masked(message)
    #expect(result.utf8.count == message.utf8.count)
    let object = try #require(JSONObject.read(Array(result.utf8)))
    let text = try #require(object["audio"] as? String)
    let data = try #require(Data(base64Encoded: text))
    #expect(Array(data) == AudioRuns(of: sound).bytes)
  }
}

extension CassetteIdentity {
  static let example = CassetteIdentity(
    stt: "a/b", llm: "c/d", tts: "e/f", cell: "cell", name: "radius", iteration: 0, isWarmup: false)
}
