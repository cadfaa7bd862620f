import LabProviders
import LabTimeline
import Testing

@Suite("The engine protocol's lines")
struct EngineLineTests {
  @Test(
    "of commands read back as they were written, whatever text is in them",
    arguments: [
      .open(
        .init(stage: .tts, sampleRate: 22_050, language: "en-US", voice: "a \"b\"", session: "s.0")),
      .open(.init(stage: .llm, sampleRate: nil, language: "de", session: "")),
      .audio([0, 255, 1, 128]), .audio([]), .finalize(7), .cancel(0), .close,
      .request(3, [.init(role: .system, content: "Be\nbrief."), .init(role: .user, content: "“Why?” \\")]),
      .speak(2, "Grüße — 你好\u{2028}!"),
    ] as [EngineCommand])
  func commands(command: EngineCommand) throws {
    #expect(!command.line.contains("\n"))
    #expect(try EngineCommand(line: command.line) == command)
  }

  @Test(
    "of replies read back as they were written",
    arguments: [
      .ready(sampleRate: nil), .ready(sampleRate: 16_000), .speechStarted, .partial("so"),
      .final("so I need", answers: 2), .final("", answers: nil), .endOfTurn, .token(1, " a\tb"),
      .audio(9, [1, 2, 3, 4]), .done(1, nil),
      .done(1, TokenUsage(input: 10, cachedInput: 0, output: 4, reasoning: 0)), .error(nil, "no model"),
      .error(4, "too long"), .closed,
    ] as [EngineReply])
  func replies(reply: EngineReply) throws {
    #expect(!reply.line.contains("\n"))
    #expect(try EngineReply(line: reply.line) == reply)
  }

  @Test("of a later version are passed over, and their further fields too")
  func ignoresWhatIsNew() throws {
    #expect(try EngineReply(line: #"{"type":"mood","value":3}"#) == .unknown)
    #expect(try EngineReply(line: #"{"type":"partial","text":"a","confidence":0.5}"#) == .partial("a"))
  }

  @Test(
    "that are none are refused",
    arguments: [
      "", "ready", "[]", "{}", #"{"type":"token","text":"a"}"#, #"{"type":"audio","id":1,"pcm":"?"}"#,
    ])
  func refuses(line: String) {
    #expect(throws: (any Error).self) { try EngineReply(line: line) }
    #expect(throws: (any Error).self) { try EngineCommand(line: line) }
  }
}
