import Foundation
import LabEmulation
import LabPlan
import LabRecord
import LabTimeline
import TestSupport
import Testing

@testable import LabRunner

@Suite("The usage of a conversation")
struct UsageTests {
  @Test("takes the tokens from the provider when it counts them, and the length of the speech from its audio")
  func counted() throws {
    let result = try #require(try SmokeRun().results().first)
    for turn in result.turns {
      #expect(turn.usage.llmRequests == 1 && turn.usage.llmEstimatedRequests == 0)
      #expect(turn.usage.llmInputTokens > 0)
      // An emulated voice says some 10 to 20 characters a second.
      let rate = Double(turn.usage.ttsCharacters) / turn.usage.ttsSeconds
      #expect((8...25).contains(rate), "\(rate) characters a second")
    }
  }

  @Test("estimates the tokens of a reply that is interrupted before the provider has counted them")
  func interrupted() throws {
    var profiles = SmokeRun.fixed
    // So slow that it is still writing when the caller interrupts.
    profiles.languageModels["openai/gpt-4o-mini"]?.tokenInterval = .fixed(.milliseconds(250))
    profiles.languageModels["openai/gpt-4o-mini"]?.sentences = 20...20
    var run = SmokeRun(emulation: profiles)
    run.plan.workloads = [
      .init(
        "tutor", corpus: Repository.file("Corpora/dialogues").path,
        conversations: ["tutor-photosynthesis"])
    ]
    let result = try #require(try run.results().first)
    let interrupted = result.turns.filter { $0.outcome == .interrupted }
    #expect(!interrupted.isEmpty)
    let usage = result.turns.reduce(into: result.end.usage) { $0.add($1.usage) }
    #expect(usage.llmEstimatedRequests >= interrupted.count)
    #expect(usage.llmEstimatedRequests <= usage.llmRequests)
    for turn in interrupted where turn.usage.llmEstimatedRequests > 0 {
      #expect(turn.usage.llmInputTokens > 10 && turn.usage.llmOutputTokens > 0)
    }
  }
}
