import Foundation
import LabConversation
import LabEmulation
import LabPlan
import LabRecord
import LabTimeline
import TestSupport
import Testing

@testable import LabAnalysis
@testable import LabRunner

@Suite("The recorded pauses")
struct PauseRecordingTests {
  private func run(
    _ conversation: String, _ settings: [String: String] = [:], stt: String = "deepgram/nova-3",
    frontier: Bool? = true
  ) throws -> SmokeRun.Result {
    var run = SmokeRun(stt: [stt], emulation: .shipped)
    run.plan.workloads = [
      .init(
        "tutor", corpus: Repository.file("Corpora/hesitations").path, conversations: [conversation])
    ]
    run.plan.matrix.vad = ["spectral"]
    run.plan.frontier = frontier
    run.plan.settings = try settings.sorted { $0.key < $1.key }.map { key, text in
      try #require(SettingField.named(key)).value(text)
    }
    return try #require(try run.results().first)
  }

  @Test("are those of the labels, with the end of each utterance")
  func labels() throws {
    let result = try run("check-physics", ["silenceThresholdMs": "3000"])
    let utterances = try #require(result.end.utterances)
    #expect(utterances.count == 6 && utterances.allSatisfy { $0.hasEnd })
    // "So the short waves are", a pause, "scattered more than the long ones".
    let pauses = utterances[1].pauses
    #expect(pauses.count >= 2 && pauses.last?.isEnd == true)
    for utterance in utterances {
      let located = try #require(utterance.pauses.last?.located)
      #expect(abs(located) < 150_000_000)
      for pause in utterance.pauses {
        #expect(!pause.steps.isEmpty && (pause.steps[0].after) >= 100_000_000)
        #expect(zip(pause.steps, pause.steps.dropFirst()).allSatisfy { $0.after <= $1.after })
      }
    }
  }

  @Test("say what the policy in force really did", arguments: ["adaptive", "silence"])
  func agreement(policy: String) throws {
    let result = try run("check-physics", ["endOfTurnPolicy": policy, "silenceThresholdMs": "2500"])
    let utterances = try #require(result.end.utterances)
    #expect(result.turns.count == utterances.count)
    for (turn, utterance) in zip(result.turns, utterances) {
      #expect(turn.counts.falseCutoffs == 0)
      let known = try #require(
        FrontierTurn(utterance) { policy == "adaptive" ? $0.pauseFactor() : 1 })
      #expect(known.critical < 2500)
      let end = try #require(turn.events.last(.userSpeechEnded))
      let reached = try #require(turn.events.last(.endpointReached)) - end
      #expect(abs(Double(reached.nanoseconds) / 1e6 - known.delay(at: 2500)) < 0.001)
    }
  }

  @Test("hold the verdicts of a service that ends turns by itself")
  func provider() throws {
    let result = try run(
      "check-phone", ["endOfTurnPolicy": "provider"], stt: "deepgram/flux-general-en")
    let utterances = try #require(result.end.utterances)
    #expect(utterances.contains { $0.pauses.last?.provider != nil })
    for turn in result.turns where turn.outcome == .completed && turn.counts.falseCutoffs == 0 {
      #expect(turn.events.last(.turnCommitted) != nil)
    }
  }

  @Test("are recorded only when a plan asks for it, or ends turns otherwise than by silence")
  func asked() throws {
    #expect(try run("check-phone", frontier: nil).end.utterances == nil)
    #expect(try run("check-phone", ["endOfTurnPolicy": "adaptive"], frontier: nil).end.utterances != nil)
    #expect(try run("check-phone", ["endOfTurnPolicy": "adaptive"], frontier: false).end.utterances == nil)
  }
}
