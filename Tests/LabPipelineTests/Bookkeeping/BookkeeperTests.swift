import LabConversation
import LabProviders
import LabRecord
import LabTimeline
import Testing

@testable import LabPipeline

@Suite("The bookkeeper")
struct BookkeeperTests {
  private var books: Bookkeeper
  private static let first = RequestID(0)
  private static let prompt = [ChatMessage(role: .user, content: "How big is it?")]
  private static let setup = ConnectionSetup(
    isReused: false, nameLookup: .milliseconds(10), connect: .milliseconds(20), tls: .milliseconds(30))

  init() throws {
    books = Bookkeeper(try .scripted(utterances: [.second(.at(.zero))]))
    books.turn = 0
    books.callerBegan(0, at: .ms(0), ends: .ms(1000), in: .idle)
    books.begin(0, at: .ms(20))
  }

  private mutating func end() throws -> TurnRecord {
    let record = books.end(0, outcome: .completed, trials: nil)
    return try #require(record)
  }

  @Test("takes the tokens that a service counts, and estimates those of a request that breaks off")
  mutating func tokens() throws {
    books.requested(Self.first, of: 0, at: .ms(100), newPrompt: Self.prompt)
    books.meter(.token(Self.first, "It is.", nil))
    books.meter(
      .finished(Self.first, .stop, TokenUsage(input: 40, cachedInput: 8, output: 9, reasoning: 0)))
    books.settle(Self.first)
    books.requested(RequestID(1), of: 0, at: .ms(200), newPrompt: Self.prompt)
    books.meter(.token(RequestID(1), "It is.", nil))
    books.settle(RequestID(1))
    books.settle(RequestID(1))
    let usage = try end().usage
    let estimate = UnmeteredRequest(prompt: ["How big is it?"], reply: "It is.").tokens
    #expect(usage.llmRequests == 2 && usage.llmEstimatedRequests == 1 && usage.llmCachedTokens == 8)
    #expect(usage.llmInputTokens == 40 + estimate.input && usage.llmOutputTokens == 9 + estimate.output)
  }

  @Test("does not charge a request that was refused, but one that broke off")
  mutating func failures() throws {
    books.requested(Self.first, of: 0, at: .ms(100), newPrompt: Self.prompt)
    books.meter(.failed(Self.first, .lost))
    books.requested(RequestID(1), of: 0, at: .ms(200), newPrompt: Self.prompt)
    books.meter(.token(RequestID(1), "It", nil))
    books.meter(.failed(RequestID(1), .lost))
    let turn = try end()
    #expect(turn.usage.llmEstimatedRequests == 1)
  }

  @Test("charges an early request that was in vain, and says that it was")
  mutating func eager() throws {
    books.requestedEagerly(Self.first, of: 0, prompt: Self.prompt)
    books.meter(.token(Self.first, "It is.", nil))
    books.cancelledEagerly(Self.first, usage: nil)
    let usage = try end().usage
    #expect(usage.llmEagerRequests == 1 && usage.llmEagerCancelled == 1 && usage.llmEstimatedRequests == 1)
    #expect(usage.llmEagerInputTokens == usage.llmInputTokens && usage.llmInputTokens > 0)
  }

  @Test(
    "notes the steps of connecting in real time, from the request on, and not for a connection that was open")
  mutating func steps() throws {
    books.begin(in: .real(nil))
    books.requested(Self.first, of: 0, at: .ms(100), newPrompt: Self.prompt)
    books.note(.connected(Self.first, .reused), at: .ms(150))
    books.note(.connected(Self.first, Self.setup), at: .ms(160))
    let turn = try end()
    #expect(turn.counts.connectionsReused == 1 && turn.counts.connectionsOpened == 1)
    let kinds: [TurnEvent.Kind] = [.llmNameResolved, .llmConnectBegan, .llmTransportOpen, .llmSecured]
    #expect(kinds.map { turn.events.first($0) } == [.ms(110), .ms(110), .ms(130), .ms(160)])
    #expect(turn.events.first(.llmConnected) == .ms(160))
  }

  @Test("forgets what came of a request that is repeated")
  mutating func retried() throws {
    books.requested(Self.first, of: 0, at: .ms(100), newPrompt: Self.prompt)
    books.note(.firstByte(Self.first), at: .ms(150))
    books.retried(Self.first, prompt: Self.prompt, at: .ms(300))
    let turn = try end()
    #expect(turn.events.first(.llmFirstByte) == nil)
    #expect(turn.events.last(.llmRequested) == .ms(300) && turn.counts.retries == 1)
  }

  @Test("books on no turn what belongs to none, and on the turn under way what names none")
  mutating func assignment() throws {
    books.count(.reused, inTurn: false)
    books.count { $0.staleAnswers += 1 }
    let turn = try end()
    #expect(turn.counts.staleAnswers == 1)
    books.count { $0.staleAnswers += 1 }
    let whole = books.close(at: .ms(500), failure: nil, device: nil, utterances: nil)
    #expect(whole.counts.connectionsReused == 1 && whole.counts.staleAnswers == 1 && whole.turns == 1)
  }

  @Test("says when the device computed, if something came of it")
  mutating func device() throws {
    let mark = books.mark
    books.computed(from: .ms(100), to: .ms(140), since: mark)
    books.note(.sttPartial, at: .ms(240))
    books.computed(from: .ms(200), to: .ms(240), since: mark)
    let turn = try end()
    #expect(turn.events.first(.deviceHeld) == .ms(200) && turn.events.first(.deviceDone) == .ms(240))
  }
}
