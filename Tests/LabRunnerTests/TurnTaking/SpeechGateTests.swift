import LabConversation
import LabRecord
import LabTimeline
import Testing

@testable import LabRunner

@Suite("What speech to text gets of the sound")
struct SpeechGateTests {
  @Test("is the pre-roll, to the sample, and everything after it until the turn is over")
  func preRoll() {
    var gate = SpeechGate(streaming: .speech, preRoll: .milliseconds(50), sampleRate: 16_000)
    let sound = (0..<20).map { index in [UInt8](repeating: UInt8(index), count: 1024) }
    for bytes in sound[..<5] { #expect(gate.pass(bytes) == nil) }
    // 50 ms are 800 samples of two bytes: half of the last buffer but one, and the last one.
    #expect(gate.open() == Array(sound[3].suffix(576) + sound[4]))
    #expect(gate.pass(sound[5]) == sound[5])
    #expect(gate.open() == nil)
    gate.close()
    #expect(gate.pass(sound[6]) == nil)
    #expect(gate.open() == sound[6])
  }

  @Test("is all of it, unless the settings say otherwise")
  func always() {
    var gate = SpeechGate(streaming: .always, preRoll: .zero, sampleRate: 16_000)
    #expect(gate.pass([1, 2]) == [1, 2])
    gate.close()
    #expect(gate.pass([3, 4]) == [3, 4])
  }

  @Test("costs less without the silence between turns, and loses no word")
  func run() throws {
    func result(_ settings: [String: String]) throws -> SmokeRun.Result {
      var run = SmokeRun()
      run.plan.settings = try settings.map { key, text in
        RunPlan.Setting(field: try #require(SettingField.named(key)), text: text)
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
