import LabConversation
import LabEmulation
import LabPipeline
import LabPlan
import LabProviders
import LabRecord
import LabTimeline

@testable import LabRunner

/// The smoke conversation of two turns, had with services that go wrong.
struct FaultRun {
  var rules: [FaultRule]
  var llm = "openai/gpt-4o-mini"
  var tts = "deepgram/aura-2"
  var recovery = RecoveryPolicy.none
  var reply: String?

  init(_ rules: FaultRule...) {
    self.rules = rules
  }

  func result() throws -> SmokeRun.Result {
    var profiles = SmokeRun.fixed
    profiles.languageModels[llm] = profiles.languageModels["openai/gpt-4o-mini"]
    profiles.languageModels[llm]?.reply = reply
    profiles.textToSpeech["deepgram/aura-2-http"] = profiles.textToSpeech["deepgram/aura-2"]
    profiles.faults = FaultPlan(rules)
    var run = SmokeRun(llm: [llm], tts: [tts], emulation: profiles)
    run.plan.recovery = recovery
    return try run.results().first.orThrow("no conversation")
  }
}

extension TurnRecord {
  /// A part of voice to voice in milliseconds; `nil` when the turn has no such part.
  func part(_ name: String) -> Double? {
    CriticalPath.explain(events)?.first { $0.name == name }.map { Double($0.nanoseconds) / 1e6 }
  }

  /// A latency in milliseconds.
  func latency(_ name: String) -> Double? {
    MetricCatalogue.metric(name)?.measure(events).value?.milliseconds
  }
}
