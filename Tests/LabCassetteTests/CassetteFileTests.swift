import Foundation
import LabProviders
import LabRecord
import LabTimeline
import TestSupport
import Testing

@testable import LabCassette

@Suite("A cassette's file")
struct CassetteFileTests {
  static let header = CassetteHeader(
    plan: .init(name: "short", sha256: "ab12"), planText: "name: short\n", mode: .loopback, seed: 7,
    date: "2026-11-22T00:00:00Z", hasText: false, hasAudio: false)

  static let conversation: RecordedConversation = {
    let (stt, tts) = (
      CassetteConnection(stage: .stt, generation: 0, key: 0),
      CassetteConnection(stage: .tts, generation: 1, key: 2)
    )
    func at(_ nanoseconds: Int64) -> LabInstant { LabInstant(nanoseconds: nanoseconds) }
    let head = ResponseHead(
      status: 101, headers: [HeaderField("content-type", "a\"b")],
      setup: ConnectionSetup(isReused: false, nameLookup: .nanoseconds(1), upgrade: .nanoseconds(4)))
    let runs = AudioRuns(of: [0, 1, 2, 3, 4], position: 1)
    return RecordedConversation(
      identity: .example, arrival: ConversationArrival(intended: at(5), started: at(9)),
      entries: [
        .opened(
          stt,
          CassetteRequest(transport: "websocket", target: "/a?b=c", headers: ["X"], session: "s", size: 0),
          at: at(0)),
        .sent(stt, CassetteMessage(kind: "binary", size: 640, isAudio: true), at: at(20)),
        .timer("microphone", due: at(20), at: at(23)),
        .received(stt, CassetteArrival(.opened(head)), at: at(22)),
        .received(stt, CassetteArrival(.message(.text("{\"type\":\"é\"}"))), at: at(24)),
        .opened(
          tts, CassetteRequest(transport: "POST", target: "/x", headers: [], size: 12, text: "body"),
          at: at(30)),
        .received(tts, CassetteArrival(.body(runs.bytes), runs: runs), at: at(31)),
        .received(tts, CassetteArrival(.body([0xC3])), at: at(32)),
        .received(tts, CassetteArrival(.message(.binary([1, 2, 3]))), at: at(32)),
        .received(tts, CassetteArrival(.bodyEnded), at: at(33)),
        .turnEnded(at: at(34)),
        .received(stt, CassetteArrival(.closed(code: 1000, reason: "bye")), at: at(35)),
        .received(stt, CassetteArrival(.failed(.init(code: "reset", message: "gone"))), at: at(36)),
        .closed(stt, at: at(40)),
      ])
  }()

  @Test("comes back from disk as it was written")
  func roundTrip() throws {
    let scratch = try ScratchFolder()
    let path = scratch.file("a.cassette")
    let file = try CassetteFile(path: path, header: Self.header)
    try file.add(Self.conversation)
    try file.add(Self.conversation)
    try file.close()
    let cassette = try Cassette(path: path)
    #expect(cassette == Cassette(header: Self.header, conversations: [Self.conversation, Self.conversation]))
  }

  @Test("says in one sentence which line is broken and how")
  func namesTheLine() throws {
    let good = CassetteEncoding.line(Self.header) + CassetteEncoding.lines(Self.conversation)
    let lines = String(decoding: good, as: UTF8.self).split(separator: "\n").map(String.init)
    func problem(_ number: Int, _ text: String?) -> String {
      var changed = lines
      if let text { changed[number - 1] = text } else { changed.remove(at: number - 1) }
      do {
        _ = try Cassette(bytes: Array((changed.joined(separator: "\n") + "\n").utf8), path: "a.cassette")
        return "no problem"
      } catch {
        // The hint below it is the same for all.
        return "\(error)".split(separator: "\n").first.map(String.init) ?? ""
      }
    }
    #expect(
      problem(1, #"{"schema":"turnlab.cassette/9"}"#)
        == "a.cassette:1: the schema is “turnlab.cassette/9”; this program reads turnlab.cassette/1")
    #expect(problem(3, "oops") == "a.cassette:3: the line is not a JSON object")
    #expect(
      problem(4, #"{"line":"sent","at":1,"on":"stt.0","kind":"a","size":1}"#)
        == "a.cassette:4: “stt.0” is not a connection; write it like stt.0.0")
    #expect(
      problem(4, #"{"line":"sent","at":1,"on":"stt.0.0","size":1}"#)
        == "a.cassette:4: the line “sent” lacks “kind”")
    #expect(problem(5, #"{"line":"tymer","at":1}"#) == "a.cassette:5: “tymer” is not a line of a cassette")
    #expect(
      problem(7, #"{"line":"received","at":1,"on":"stt.0.0","kind":"text","size":9,"text":"a"}"#)
        == "a.cassette:7: “size” is 9, but the content has 1 bytes")
    #expect(problem(8, #"{"line":"timer","at":"x"}"#) == "a.cassette:8: “at” has a value of the wrong kind")
    #expect(problem(4, nil) == "a.cassette:16: the conversation has 13 lines, not 14: some are lost")
    #expect(problem(17, nil) == "a.cassette: the cassette holds no complete conversation")
    #expect(problem(1, "").contains("the file is empty"))
  }

  @Test("knows the connections of every stage, speech to speech too", arguments: Stage.allCases)
  func stages(stage: Stage) throws {
    let good = CassetteEncoding.line(Self.header) + CassetteEncoding.lines(Self.conversation)
    var lines = String(decoding: good, as: UTF8.self).split(separator: "\n").map(String.init)
    lines[3] = #"{"line":"close","at":1,"on":"\#(stage.rawValue).0.0"}"#
    let cassette = try Cassette(bytes: Array((lines.joined(separator: "\n") + "\n").utf8), path: "a.cassette")
    let closed = cassette.conversations.first?.entries.contains { entry in
      if case .closed(let connection, _) = entry { connection.stage == stage } else { false }
    }
    #expect(closed == true)
  }

  @Test("leaves out the conversation that a crash cut off")
  func dropsTheCutEnd() throws {
    let whole = CassetteEncoding.line(Self.header) + CassetteEncoding.lines(Self.conversation)
    let cut = whole + CassetteEncoding.lines(Self.conversation).dropLast(70)
    #expect(try Cassette(bytes: cut, path: "a").conversations.count == 1)
  }
}
