import LabConversation
import LabPlan
import LabRecord
import LabTimeline
import Testing

@testable import LabRunner

@Suite("A conversation that asks the language model eagerly")
struct EagerRunTests {
  private func result(_ settings: [String: String]) throws -> SmokeRun.Result {
    var run = SmokeRun()
    run.plan.settings = try settings.sorted { $0.key < $1.key }.map { key, text in
      try #require(SettingField.named(key)).value(text)
    }
    return try #require(try run.results().first)
  }

  private func voiceToVoice(_ turn: TurnRecord) throws -> Duration {
    let end = try #require(turn.events.last(.userSpeechEnded))
    return try #require(turn.events.last(.firstAudibleSample)) - end
  }

  @Test("answers sooner, with the same words, and its parts sum up to the whole")
  func gain() throws {
    let plain = try result([:])
    let eager = try result(["enableEagerLLM": "true"])
    #expect(plain.turns.count == eager.turns.count)
    for (before, after) in zip(plain.turns, eager.turns) {
      #expect(after.outcome == before.outcome && after.counts.wordErrors == before.counts.wordErrors)
      // The model needs 350 ms, and was asked 350 ms before the pause was over.
      let gain = try voiceToVoice(before) - voiceToVoice(after)
      #expect((Duration.milliseconds(250) ... .milliseconds(450)).contains(gain), "\(gain)")
      let parts = try #require(CriticalPath.explain(after.events))
      #expect(parts.reduce(.zero) { $0 + $1.duration } == (try voiceToVoice(after)))
      // The detector may place the end of speech before the true one; nothing else can go backwards.
      #expect(parts.dropFirst().allSatisfy { $0.duration >= .zero && $0.owner != .unattributed }, "\(parts)")
    }
  }

  @Test("abandons what it asked for when the caller goes on, pays for it, and hears nothing of it again")
  func cancelled() throws {
    let eager = try result(["enableEagerLLM": "true", "eagerPauseShare": "0.4"])
    // The first question has a pause of 400 ms inside; 280 ms into it the model is asked.
    let first = try #require(eager.turns.first)
    #expect(first.usage.llmEagerRequests == 2 && first.usage.llmEagerCancelled == 1)
    #expect(first.usage.llmRequests == 2)
    #expect(first.usage.llmEagerInputTokens > 0)
    let plain = try #require(try result([:]).turns.first)
    #expect(first.usage.llmInputTokens > plain.usage.llmInputTokens)
    #expect(
      first.usage.llmInputTokens - first.usage.llmEagerInputTokens <= plain.usage.llmInputTokens + 1)
    let second = eager.turns[1]
    #expect(second.usage.llmEagerRequests == 1 && second.usage.llmEagerCancelled == 0)
    for turn in eager.turns { #expect(turn.counts.staleAnswers == 0 && turn.outcome == .completed) }
    #expect(eager.end.counts.staleAnswers == 0)
  }

  @Test("does neither unless it is told to")
  func off() throws {
    for turn in try result([:]).turns { #expect(turn.usage.llmEagerRequests == 0) }
  }
}
