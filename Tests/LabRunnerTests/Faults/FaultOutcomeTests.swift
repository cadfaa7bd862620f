import LabConversation
import LabEmulation
import LabPlan
import LabProviders
import LabRecord
import LabTimeline
import Testing

@testable import LabRunner

@Suite("What goes wrong by plan, offline through the whole pipeline")
struct FaultOutcomeTests {
  /// A fault that strikes the first turn, and what becomes of that turn.
  struct Case: Sendable, CustomTestStringConvertible {
    var fault: Fault
    var stage: Stage
    var tts = "deepgram/aura-2"
    var llm = "openai/gpt-4o-mini"
    var outcome: TurnOutcome

    init(_ fault: Fault, _ stage: Stage, _ reason: String, tts: String? = nil, llm: String? = nil) {
      self.fault = fault
      self.stage = stage
      self.tts = tts ?? self.tts
      self.llm = llm ?? self.llm
      let failed: Stage = stage == .stt ? .stt : stage == .llm ? .llm : .tts
      outcome = .failed(stage: failed, reason: reason)
    }

    var testDescription: String { "\(fault.rawValue) of \(stage.rawValue) (\(llm), \(tts))" }
  }

  /// What the same refusals come to at every stage.
  static let refusals: [Case] = [Stage.stt, .llm, .tts].flatMap { stage in
    [
      Case(.refused, stage, "refused"), Case(.tlsFailure, stage, "tls"),
      Case(.unauthorized, stage, "unauthorized"), Case(.paymentRequired, stage, "payment_required"),
      Case(.rateLimited, stage, "rate_limited"), Case(.serverError, stage, "server_error"),
      Case(.overloaded, stage, "overloaded"), Case(.silence, stage, "timed_out"),
      Case(.malformedJSON, stage, "bad_message"),
    ]
  }

  static let cuts: [Case] = [
    Case(.halfClose, .stt, "lost"), Case(.connectionLost, .stt, "lost"),
    Case(.sessionLimit, .stt, "session_limit"),
    Case(.halfClose, .llm, "truncated"), Case(.connectionLost, .llm, "reset"),
    Case(.halfClose, .tts, "lost"), Case(.connectionLost, .tts, "lost"),
    Case(.sessionLimit, .tts, "session_limit"), Case(.truncatedAudio, .tts, "audio_too_short"),
    Case(.wrongSampleRate, .tts, "audio_too_short"),
    Case(.refused, .tts, "refused", tts: "deepgram/aura-2-http"),
    Case(.rateLimited, .tts, "rate_limited", tts: "deepgram/aura-2-http"),
    Case(.halfClose, .tts, "truncated", tts: "deepgram/aura-2-http"),
    Case(.connectionLost, .tts, "reset", tts: "deepgram/aura-2-http"),
    Case(.truncatedAudio, .tts, "audio_too_short", tts: "deepgram/aura-2-http"),
    Case(.overloaded, .llm, "overloaded", llm: "anthropic/claude-haiku-4-5"),
    Case(.rateLimited, .llm, "rate_limited", llm: "google/gemini-2.5-flash"),
    Case(.paymentRequired, .llm, "payment_required", llm: "anthropic/claude-haiku-4-5"),
    Case(.malformedJSON, .llm, "bad_message", llm: "google/gemini-2.5-flash"),
  ]

  @Test("fails one turn with its stage and reason, and the conversation goes on", arguments: refusals + cuts)
  func failsOneTurn(_ planned: Case) throws {
    var run = FaultRun(FaultRule(planned.fault, stage: planned.stage, occasion: .turn(0)))
    run.tts = planned.tts
    run.llm = planned.llm
    let result = try run.result()
    #expect(result.turns.first?.outcome == planned.outcome)
    #expect(result.turns.count >= 2)
    #expect(result.turns.dropFirst().allSatisfy { $0.outcome == .completed }, "the next turn works")
    #expect(result.end.failure == nil)
    #expect(result.end.turns == result.turns.count, "the failed turn is in the denominator")
    #expect(result.turns[0].events.first(.userSpeechStarted) != nil, "it is a turn in which somebody spoke")
    let tried = result.turns.reduce(result.end.counts.retries) { $0 + $1.counts.retries }
    #expect(tried == 0, "nothing is tried again unless the plan says so")
  }

  @Test(
    "fails the turns of a service that hears and speaks and cannot be reached, or says no",
    arguments: [
      (Fault.refused, "refused"), (.tlsFailure, "tls"), (.unauthorized, "unauthorized"),
      (.paymentRequired, "payment_required"), (.rateLimited, "rate_limited"), (.serverError, "server_error"),
      (.overloaded, "overloaded"),
    ])
  func refusesSpeechToSpeech(fault: Fault, reason: String) throws {
    let result = try Self.conversation(with: FaultRule(fault, provider: "openai/gpt-realtime", stage: .s2s))
    #expect(result.turns.count >= 2)
    for turn in result.turns { #expect(turn.outcome == .failed(stage: .s2s, reason: reason)) }
    #expect(result.end.turns == result.turns.count, "failed turns are in the denominator")
  }

  @Test(
    "fails one turn of a service that hears and speaks, and the conversation goes on",
    arguments: [
      (Fault.halfClose, "lost"), (.connectionLost, "lost"), (.sessionLimit, "session_expired"),
      (.malformedJSON, "bad_message"),
    ])
  func cutsSpeechToSpeech(fault: Fault, reason: String) throws {
    let result = try Self.conversation(with: FaultRule(fault, stage: .s2s, occasion: .turn(0)))
    #expect(result.turns.map(\.outcome) == [.failed(stage: .s2s, reason: reason), .completed])
    #expect(result.end.turns == result.turns.count, "the failed turn is in the denominator")
  }

  @Test("ends a turn to which a service that hears and speaks has nothing more to say")
  func silencesSpeechToSpeech() throws {
    let result = try Self.conversation(with: FaultRule(.silence, stage: .s2s, occasion: .turn(0)))
    #expect(result.turns.first?.outcome == .failed(stage: .s2s, reason: "timed_out"))
    #expect(result.end.turns == result.turns.count)
  }

  @Test("is borne by a service that hears and speaks", arguments: [Fault.unknownMessage, .slowHandshake])
  func isBorneBySpeechToSpeech(fault: Fault) throws {
    let result = try Self.conversation(with: FaultRule(fault, stage: .s2s))
    #expect(result.turns.map(\.outcome) == [.completed, .completed])
  }

  /// The smoke conversation with a service that hears and speaks.
  private static func conversation(with rule: FaultRule) throws -> SmokeRun.Result {
    var profiles = EmulationProfiles.shipped
    profiles.faults = FaultPlan([rule])
    var run = SmokeRun(stt: [], llm: [], tts: [], emulation: profiles)
    run.plan.matrix.s2s = ["openai/gpt-realtime"]
    run.plan.settings = [
      try SettingField.named("sampleRate").orThrow("no sampleRate").value("24000")
    ]
    return try run.results().first.orThrow("no conversation")
  }

  @Test("ends a turn that never gets a word written down, and takes the session for lost")
  func wrongRateOfHearing() throws {
    let result = try FaultRun(FaultRule(.wrongSampleRate, stage: .stt, occasion: .turn(0))).result()
    #expect(result.turns.map(\.outcome) == [.missed(reason: "nothing_understood"), .completed])
    #expect(result.turns[0].counts.missedTurns == 1)
  }

  @Test("tells speech that is too slow to be what its text says")
  func slowSpeech() throws {
    let rule = FaultRule(.wrongSampleRate, stage: .tts, occasion: .turn(0), times: 2)
    let result = try FaultRun(rule).result()
    #expect(result.turns[0].outcome == .failed(stage: .tts, reason: "audio_too_long"))
    #expect(result.turns[1].outcome == .completed)
  }

  @Test(
    "is borne by a client that keeps to its protocol",
    arguments: [
      (Fault.unknownMessage, Stage.stt), (.unknownMessage, .llm), (.unknownMessage, .tts),
      (.splitUTF8, .llm), (.duplicateFinal, .stt),
    ])
  func isBorne(fault: Fault, stage: Stage) throws {
    var run = FaultRun()
    run.reply = "Größe, Fläche und Umfang hängen voneinander ab."
    let sound = try run.result()
    run.rules = [FaultRule(fault, stage: stage)]
    let result = try run.result()
    #expect(result.turns.map(\.outcome) == [.completed, .completed])
    #expect(result.turns.map(\.counts.wordErrors) == [0, 0])
    #expect(result.turns.map(\.usage.ttsCharacters) == sound.turns.map(\.usage.ttsCharacters))
    #expect(result.turns.map { $0.latency("turn.v2v") } == sound.turns.map { $0.latency("turn.v2v") })
    #expect((result.turns[0].counts.staleAnswers > 0) == (fault == .duplicateFinal))
  }

  @Test(
    "is an unknown message to every language model, and none minds",
    arguments: [
      "openai/gpt-4o-mini", "openai/gpt-5.4-mini-responses", "anthropic/claude-haiku-4-5",
      "google/gemini-2.5-flash", "groq/gpt-oss-120b",
    ])
  func unknownMessages(model: String) throws {
    var run = FaultRun(FaultRule(.unknownMessage, stage: .llm))
    run.llm = model
    #expect(try run.result().turns.map(\.outcome) == [.completed, .completed])
  }

  @Test("makes a connection late, as part of setting it up")
  func slowHandshake() throws {
    let rule = FaultRule(.slowHandshake, stage: .llm, occasion: .turn(0), duration: .milliseconds(1500))
    let (slow, sound) = (try FaultRun(rule).result(), try FaultRun().result())
    #expect(slow.turns.map(\.outcome) == [.completed, .completed])
    #expect(slow.turns[0].latency("net.llm_setup") == 1500)
    #expect(slow.turns[0].part("llm.connect") == 1500)
    let difference =
      try #require(slow.turns[0].latency("turn.v2v")) - #require(sound.turns[0].latency("turn.v2v"))
    #expect(abs(difference - 1500) < 1e-6)
  }

  @Test("lets a silence end that has an end")
  func stall() throws {
    let rule = FaultRule(.silence, stage: .llm, occasion: .turn(0), duration: .milliseconds(700))
    let (stalled, sound) = (try FaultRun(rule).result(), try FaultRun().result())
    #expect(stalled.turns.map(\.outcome) == [.completed, .completed])
    // Three pieces were out, the role and two tokens, the second 10 ms after the first; then everything came at once.
    let events = stalled.turns[0].events
    let token = try #require(events.last(.llmFirstToken))
    #expect(events.last(.llmFirstSentence) == token + .milliseconds(710))
    #expect(stalled.turns[0].latency("llm.ttft") == sound.turns[0].latency("llm.ttft"))
  }

  @Test("is dealt by the seed: the same again, and other calls with another probability of the same rule")
  func isRepeatable() throws {
    let run = FaultRun(FaultRule(.serverError, stage: .llm, occasion: .probability(0.5)))
    #expect(try run.result() == run.result())
    let always = FaultRun(FaultRule(.serverError, stage: .llm, occasion: .probability(1)))
    #expect(
      try always.result().turns.allSatisfy { $0.outcome == .failed(stage: .llm, reason: "server_error") })
    let never = FaultRun(FaultRule(.serverError, stage: .llm, occasion: .probability(0)))
    #expect(try never.result().turns.map(\.events) == FaultRun().result().turns.map(\.events))
  }

  @Test("strikes every so many calls, and no more often than it is allowed to")
  func occasions() throws {
    let failed = TurnOutcome.failed(stage: .llm, reason: "server_error")
    let second = FaultRun(FaultRule(.serverError, stage: .llm, occasion: .every(2)))
    #expect(try second.result().turns.map(\.outcome) == [.completed, failed])
    let once = FaultRun(FaultRule(.serverError, stage: .llm, most: 1))
    #expect(try once.result().turns.map(\.outcome) == [failed, .completed])
    let other = FaultRun(FaultRule(.serverError, provider: "anthropic/*"))
    #expect(try other.result().turns.map(\.outcome) == [.completed, .completed])
  }
}
