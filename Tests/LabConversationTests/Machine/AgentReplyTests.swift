import LabTimeline
import Testing

@testable import LabConversation

@Suite("The agent's reply by itself")
struct AgentReplyTests {
  private static func reply(speaksEagerly: Bool = true, isSpokenByService: Bool = false) -> AgentReply {
    var settings = SessionSettings()
    settings.enableEagerTTS = speaksEagerly
    settings.sentenceBreakThreshold = 10
    return AgentReply(id: ReplyID(3), settings: settings, isSpokenByService: isSpokenByService)
  }

  private static func chunks(_ actions: [ConversationAction]) -> [String] {
    actions.compactMap { if case .speak(_, let text) = $0 { text } else { nil } }
  }

  @Test("keeps its text for the end when synthesis is not eager")
  func keepsText() {
    var reply = Self.reply(speaksEagerly: false)
    var actions: [ConversationAction] = []
    reply.append("This is one sentence. And ", turn: 0, at: .origin, into: &actions)
    #expect(actions == [])
    reply.append("another one. ", turn: 0, at: .origin, into: &actions)
    #expect(reply.finish(turn: 0, at: .origin, into: &actions))
    #expect(Self.chunks(actions) == ["This is one sentence. And another one."])
    #expect(actions.last == .finishSpeaking(ReplyID(3)))
  }

  @Test("of nothing but spaces has nothing to speak")
  func isEmpty() {
    var reply = Self.reply(speaksEagerly: false)
    var actions: [ConversationAction] = []
    reply.append("  \n", turn: 2, at: .origin, into: &actions)
    #expect(!reply.finish(turn: 2, at: .origin, into: &actions))
    #expect(actions == [.record(.llmDone, turn: 2, at: .origin)])
  }

  @Test("that the service speaks by itself is neither cut nor synthesised")
  func isSpokenByService() {
    var reply = Self.reply(isSpokenByService: true)
    var actions: [ConversationAction] = []
    reply.append("This is one sentence. And another one.", turn: 0, at: .origin, into: &actions)
    #expect(reply.finish(turn: 0, at: .origin, into: &actions))
    #expect(Self.chunks(actions) == [])
    #expect(reply.text == "This is one sentence. And another one.")
  }

  @Test("that is abandoned is no longer asked for, and silenced only when some of it was spoken")
  func isAbandoned() {
    var reply = Self.reply()
    var actions: [ConversationAction] = []
    reply.abandon(into: &actions)
    #expect(actions == [.cancelReply(ReplyID(3))])
    reply.append("This is one sentence. And another one.", turn: 0, at: .origin, into: &actions)
    _ = reply.finish(turn: 0, at: .origin, into: &actions)
    actions = []
    reply.abandon(into: &actions)
    #expect(actions == [.clearSpeech(ReplyID(3)), .clearPlayout(ReplyID(3))])
  }

  @Test("counts the words that nobody heard, a chunk's part to the nearest word")
  func countsWords() {
    var reply = Self.reply(speaksEagerly: false)
    var actions: [ConversationAction] = []
    reply.append("one two three four", turn: 0, at: .origin, into: &actions)
    _ = reply.finish(turn: 0, at: .origin, into: &actions)
    #expect(reply.wordsUnheard(.nothing) == 4)
    #expect(reply.wordsUnheard(HeardReply(wholeChunks: 0, fractionOfNext: 0.5)) == 2)
    #expect(reply.text(heard: HeardReply(wholeChunks: 0, fractionOfNext: 0.5)) == "one two")
    #expect(reply.wordsUnheard(HeardReply(wholeChunks: 1, fractionOfNext: 0)) == 0)
  }
}
