import LabConversation
import LabEmulation
import LabPipeline
import LabProviders
import LabRecord
import LabStatistics
import LabTimeline
import Testing

@testable import LabRunner

@Suite("Trying again after a failure")
struct RecoveryTests {
  static func retries(_ count: Int, first: Duration = .milliseconds(200)) -> RecoveryPolicy {
    RecoveryPolicy(
      retries: AttemptPolicy(
        count: count, firstDelay: first, stages: [.llm, .tts], reasons: AttemptPolicy.passingReasons))
  }

  @Test("asks the model once more after the wait that it wants, which is a part of the latency with a name")
  func retryAfter() throws {
    var run = FaultRun(
      FaultRule(.rateLimited, stage: .llm, occasion: .turn(1), duration: .seconds(1), most: 1))
    run.recovery = Self.retries(2)
    let (result, sound) = (try run.result(), try FaultRun().result())
    #expect(result.turns.map(\.outcome) == [.completed, .completed])
    let (turn, model) = (result.turns[1], sound.turns[1])
    #expect(turn.counts.retries == 1)
    #expect(turn.usage.llmRequests == 2)
    #expect(turn.part("llm.retry") == 1000)
    #expect(turn.part("context.build") == model.part("context.build"))
    #expect(turn.latency("llm.ttft") == model.latency("llm.ttft"), "of the try that was answered")
    let difference = try #require(turn.latency("turn.v2v")) - #require(model.latency("turn.v2v"))
    #expect(abs(difference - 1000) < 1e-6, "nothing is hidden")
    #expect(result.turns[0].counts.retries == 0)
    #expect(result.turns[0].part("llm.retry") == nil)
  }

  @Test("does not ask a service again that wants to be left alone for longer than the longest wait")
  func longRetryAfter() throws {
    var run = FaultRun(FaultRule(.rateLimited, stage: .llm, duration: .seconds(60)))
    run.recovery = Self.retries(2)
    let turn = try run.result().turns[0]
    #expect(turn.outcome == .failed(stage: .llm, reason: "rate_limited"))
    #expect(turn.counts.retries == 0)
  }

  @Test("gives up after so many tries, each after a longer wait")
  func givesUp() throws {
    var run = FaultRun(FaultRule(.serverError, stage: .llm))
    run.recovery = Self.retries(2)
    let turn = try run.result().turns[0]
    #expect(turn.outcome == .failed(stage: .llm, reason: "server_error"))
    #expect(turn.counts.retries == 2)
    let tries = turn.events.events.filter { $0.kind == .llmRequested }.map(\.at)
    #expect(tries.count == 3)
    #expect(zip(tries, tries.dropFirst()).map { $1 - $0 } == [.milliseconds(200), .milliseconds(400)])
  }

  @Test("does not repeat what another try cannot mend, or what was half said")
  func hopeless() throws {
    for rule in [FaultRule(.unauthorized, stage: .llm), FaultRule(.connectionLost, stage: .llm)] {
      var run = FaultRun(rule)
      run.recovery = Self.retries(3)
      #expect(try run.result().turns.map(\.counts.retries) == [0, 0])
    }
  }

  @Test(
    "asks speech synthesis once more, in order, on a new connection where the old one is lost",
    arguments: ["deepgram/aura-2", "deepgram/aura-2-http"])
  func speech(tts: String) throws {
    let isLasting = tts == "deepgram/aura-2"
    var run = FaultRun(
      isLasting
        ? FaultRule(.connectionLost, stage: .tts, occasion: .turn(1), position: .messages(0), most: 1)
        : FaultRule(.serverError, stage: .tts, occasion: .turn(1), most: 1))
    run.tts = tts
    run.recovery = Self.retries(1)
    let result = try run.result()
    var soundRun = FaultRun()
    soundRun.tts = tts
    let sound = try soundRun.result()
    #expect(result.turns.map(\.outcome) == [.completed, .completed])
    #expect(result.turns[1].counts.retries >= 1)
    #expect(result.turns[1].counts.reconnects == (isLasting ? 1 : 0))
    #expect(result.turns[1].part("tts.retry") == 200)
    #expect(result.turns[1].usage.ttsCharacters == sound.turns[1].usage.ttsCharacters)
  }

  @Test("opens a lost session with speech to text again and repeats what was not settled")
  func reconnect() throws {
    var run = FaultRun(FaultRule(.connectionLost, stage: .stt, occasion: .turn(1), most: 1))
    run.recovery = RecoveryPolicy(
      reconnect: AttemptPolicy(
        count: 1, firstDelay: .milliseconds(100), stages: [.stt], reasons: AttemptPolicy.sessionReasons))
    let result = try run.result()
    #expect(result.turns.map(\.outcome) == [.completed, .completed])
    let turn = result.turns[1]
    #expect(turn.counts.reconnects == 1)
    #expect(turn.counts.wordErrors == 0)
    let lost = try #require(turn.events.first(.sttLost))
    // The wait, then the handshake of 40 ms.
    #expect(turn.events.first(.sttReconnected) == lost + .milliseconds(140))
    #expect(turn.part("stt.reconnect") != nil)
  }

  @Test("counts the session that replaces a lost one for the next turn")
  func replaced() throws {
    let result = try FaultRun(
      FaultRule(.connectionLost, stage: .stt, occasion: .turn(0), position: .messages(2), most: 1)
    ).result()
    #expect(result.turns[0].counts.reconnects == 0)
    #expect(result.turns[1].counts.reconnects == 1)
    #expect(result.turns.last?.counts.wordErrors == 0, "what was said before it stood is not lost")
  }
}
