import Foundation
import LabConversation
import LabEmulation
import LabPlan
import LabRecord
import LabTimeline
import TestSupport
import Testing

@testable import LabRunner

@Suite("What a run records of sound over replies")
struct RecordedTrialsTests {
  private func trials(
    corpus: String, conversation: String, workload: String = "tutor", stt: String = "deepgram/nova-3",
    _ settings: [(key: String, text: String)] = []
  ) throws -> [InterruptionTrial] {
    var profiles = SmokeRun.fixed
    profiles.languageModels["openai/gpt-4o-mini"]?.sentences = 6...6
    profiles.speechToText["openai/whisper-1"] = .init(
      interim: .fixed(.milliseconds(30)), final: .fixed(.milliseconds(900)))
    var run = SmokeRun(stt: [stt], emulation: profiles)
    run.plan.workloads = [
      .init(
        workload, corpus: Repository.file("Corpora/\(corpus)").path, conversations: [conversation])
    ]
    run.plan.settings = try settings.map { key, text in
      try #require(SettingField.named(key)).value(text)
    }
    return try run.results().flatMap(\.turns).flatMap { $0.interruptionTrials ?? [] }
  }

  @Test("is every occasion of a conversation in which something is to be heard over a reply")
  func disturbed() throws {
    let trials = try trials(corpus: "dialogues", conversation: "tutor-fractions")
    #expect(trials.contains { $0.kind == .nothing })
    let response = try #require(trials.first { $0.kind == .sound(.backchannel) })
    #expect(response.yielded == nil)
    let real = try #require(trials.first { $0.kind == .sound(.speech) })
    #expect(real.yielded != nil)
  }

  @Test("is nothing where nothing is to be heard or nobody can interrupt, unless the plan names a setting")
  func undisturbed() throws {
    #expect(try trials(corpus: "smoke", conversation: "tutor-area").isEmpty)
    #expect(try trials(corpus: "dialogues", conversation: "capture-reminders", workload: "capture").isEmpty)
    let named = try trials(corpus: "smoke", conversation: "tutor-area", [("bargeInQuietMs", "350")])
    #expect(!named.isEmpty && named.allSatisfy { $0.kind == .nothing })
  }

  @Test("is a yield to each interruption, also with a recogniser that says no word before its end")
  func withoutWords() throws {
    let trials = try trials(corpus: "dialogues", conversation: "tutor-fractions", stt: "openai/whisper-1")
    let real = trials.filter { $0.kind == .sound(.speech) && $0.finished == nil }
    #expect(!real.isEmpty && real.allSatisfy { $0.yielded != nil })
  }
}
