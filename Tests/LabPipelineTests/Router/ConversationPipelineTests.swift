import LabConversation
import LabRecord
import LabTimeline
import LabVoiceActivity
import Testing

@testable import LabPipeline

/// Whole conversations with services that answer after fixed times, to the millisecond. The caller speaks from 1 s to
/// 2 s; a buffer of the microphone is 20 ms long.
@Suite("A conversation")
struct ConversationPipelineTests {
  private func instants(_ turn: TurnRecord, _ kinds: TurnEvent.Kind...) -> [Int64?] {
    kinds.map { kind in turn.events.first(kind).map { $0.nanoseconds / 1_000_000 } }
  }

  @Test("goes from the caller's last sample to the sink, each part after the one before")
  func plain() throws {
    let script = PipelineScript(try .scripted(utterances: [.second(.at(.seconds(1)))]))
    let turn = try #require(script.turns.first)
    #expect(script.turns.count == 1 && turn.outcome == .completed)
    #expect(instants(turn, .userSpeechStarted, .userSpeechEnded) == [1000, 2000])
    #expect(instants(turn, .speechDetected, .speechEndLocated, .speechEndDetected) == [1020, 2000, 2020])
    #expect(instants(turn, .sttFinalizeSent, .sttFinal, .turnCommitted) == [2020, 2070, 2700])
    #expect(instants(turn, .llmRequested, .llmConnected, .llmFirstToken) == [2700, 2760, 2900])
    #expect(instants(turn, .ttsRequested, .ttsFirstByte, .playoutStarted) == [2900, 3000, 3000])
    #expect(instants(turn, .firstAudibleSample, .playoutFinished) == [3000, 4000])
    #expect(turn.usage.llmInputTokens == 40 && turn.usage.llmEstimatedRequests == 0)
    #expect(turn.usage.ttsSeconds == 1 && turn.counts.wordErrors == 0 && turn.counts.words == 4)
    #expect(script.ended?.nanoseconds == 4_000_000_000 && script.ended?.failure == nil)
  }

  @Test("is interrupted by the caller, and goes on with what they say then")
  func interrupted() throws {
    let script = PipelineScript(
      try .scripted(utterances: [.second(.at(.seconds(1))), .second(.bargeIn(.milliseconds(300)))]))
    #expect(script.turns.map(\.outcome) == [.interrupted, .completed])
    let first = try #require(script.turns.first)
    #expect(instants(first, .interruptionStarted, .bargeInDetected, .playoutSilent) == [3300, 3320, 3320])
    #expect(first.counts.interruptions == 1 && first.counts.interruptionsSucceeded == 1)
    #expect(instants(try #require(script.turns.last), .userSpeechStarted, .speechDetected) == [3300, 3320])
  }

  @Test("repeats a request to the language model that failed, where the plan says so")
  func retried() throws {
    var setup = try PipelineSetup.scripted(
      utterances: [.second(.at(.seconds(1)))], model: TimedModel(failures: 1))
    setup.recovery = .twice
    let turn = try #require(PipelineScript(setup).turns.first)
    #expect(turn.outcome == .completed && turn.counts.retries == 1 && turn.usage.llmRequests == 2)
    #expect(instants(turn, .llmRequested, .llmRetried, .llmFirstToken) == [2700, 3000, 3200])

    setup.recovery = .none
    let failed = try #require(PipelineScript(setup).turns.first)
    #expect(failed.outcome == .failed(stage: .llm, reason: "lost"))
  }

  @Test(
    "records the steps of connecting for a reply that was asked for early as for any other",
    arguments: [false, true])
  func eagerSteps(isEager: Bool) throws {
    var setup = try PipelineSetup.scripted(utterances: [.second(.at(.seconds(1)))])
    setup.settings.enableEagerLLM = isEager
    setup.settings.eagerPauseShare = 0.5
    let turn = try #require(PipelineScript(setup, in: .real(nil)).turns.first)
    let asked: Int64 = isEager ? 2350 : 2700
    #expect(turn.usage.llmEagerRequests == (isEager ? 1 : 0) && turn.usage.llmRequests == 1)
    #expect(instants(turn, .llmRequested, .llmConnected, .llmFirstToken) == [asked, asked + 60, asked + 200])
    #expect(
      instants(turn, .llmNameResolved, .llmConnectBegan, .llmTransportOpen, .llmSecured)
        == [asked + 10, asked + 10, asked + 30, asked + 60])
    #expect(instants(turn, .turnCommitted, .ttsRequested) == [2700, isEager ? 2700 : 2900])
    // In virtual time the steps are draws of a model.
    let virtual = try #require(PipelineScript(setup).turns.first)
    #expect(instants(virtual, .llmConnected, .llmNameResolved) == [asked + 60, nil])
  }

  @Test("is had with one service that hears and speaks by itself")
  func speechToSpeech() throws {
    var setup = try PipelineSetup.scripted(utterances: [.second(.at(.seconds(1)))])
    setup.makeSpeechToText = { AbsentService() }
    setup.makeLanguageModel = { AbsentService() }
    setup.makeTextToSpeech = { AbsentService() }
    setup.makeSpeechToSpeech = { TimedConversation() }
    let turn = try #require(PipelineScript(setup).turns.first)
    #expect(turn.outcome == .completed)
    #expect(instants(turn, .speechDetected, .turnCommitted, .speechEndLocated) == [1100, 2500, 2000])
    #expect(instants(turn, .s2sReplyStarted, .firstAudibleSample, .playoutFinished) == [2800, 2800, 3800])
    #expect(turn.usage.llmAudioOutputTokens == 15 && turn.counts.words == 4 && turn.counts.wordErrors == 0)
  }

  @Test("is over when the detector cannot go on, and says why")
  func detectorFailed() throws {
    var setup = try PipelineSetup.scripted(utterances: [.second(.at(.seconds(1)))])
    let failure = try #require(ScriptedDetector.anyFailure)
    setup.detector = ScriptedDetector([], failure: failure)
    let script = PipelineScript(setup)
    #expect(script.ended?.failure == failure.message && script.ended?.nanoseconds == 20_000_000)
  }

  @Test("tells its turns to every driver, and its sound to one that wants to know")
  func told() throws {
    var setup = try PipelineSetup.scripted(
      utterances: [.second(.at(.seconds(1)), kind: .cough), .second(.afterReply(.milliseconds(500)))])
    let script = PipelineScript(setup)
    #expect(script.asked.filter { $0.hasPrefix("turn") }.prefix(2) == ["turn 0 began", "turn 0 ended"])
    #expect(!script.asked.contains("sound") && !script.asked.contains("utterance 0"))
    setup.tellsSound = true
    let telling = PipelineScript(setup)
    #expect(telling.asked.contains("sound") && telling.asked.contains("utterance 1"))
    #expect(telling.asked.filter { $0 != "sound" && !$0.hasPrefix("utterance") } == script.asked)
  }
}
