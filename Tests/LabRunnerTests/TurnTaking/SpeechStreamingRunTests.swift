import LabConversation
import LabPlan
import LabRecord
import LabTimeline
import Testing

@testable import LabRunner

@Suite("Speech alone, sent to speech to text")
struct SpeechStreamingRunTests {
  @Test("costs less without the silence between turns, and loses no word")
  func run() throws {
    func result(_ settings: [String: String]) throws -> SmokeRun.Result {
      var run = SmokeRun()
      run.plan.settings = try settings.map { key, text in
        try #require(SettingField.named(key)).value(text)
      }
      return try #require(try run.results().first)
    }
    let always = try result([:])
    let speech = try result(["sttStreaming": "speech"])
    func seconds(_ result: SmokeRun.Result) -> Double {
      result.turns.reduce(result.end.usage.sttSeconds) { $0 + $1.usage.sttSeconds }
    }
    #expect(seconds(speech) < 0.7 * seconds(always))
    for (before, after) in zip(always.turns, speech.turns) {
      #expect(after.outcome == .completed && after.counts.wordErrors == before.counts.wordErrors)
      #expect(after.counts.words == before.counts.words)
    }
  }
}
