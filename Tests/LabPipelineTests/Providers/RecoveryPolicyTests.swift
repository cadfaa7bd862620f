import LabConversation
import LabProviders
import LabStatistics
import LabTimeline
import Testing

@testable import LabPipeline

@Suite("The wait before another try")
struct RecoveryPolicyTests {
  @Test("is longer each time, up to the longest, and shorter by its jitter")
  func delays() {
    var policy = AttemptPolicy(count: 6, stages: [.llm], reasons: ["lost"])
    var generator = SeededGenerator(seed: 1)
    let failure = ProviderFailure(code: "lost", message: "Lost.")
    func wait(_ attempt: Int, _ failure: ProviderFailure) -> Duration? {
      policy.delay(before: attempt, after: failure, at: .llm, using: &generator)
    }
    #expect(
      (0..<7).map { wait($0, failure) } == [
        .milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(8), nil,
      ])
    #expect(wait(0, ProviderFailure(code: "unauthorized", message: "No.")) == nil)
    #expect(policy.delay(before: 0, after: failure, at: .tts, using: &generator) == nil)
    let patient = ProviderFailure(code: "lost", message: "Later.", retryAfter: .seconds(3))
    #expect(wait(0, patient) == .seconds(3))
    policy.obeysRetryAfter = false
    #expect(wait(0, patient) == .milliseconds(500))
    policy.jitter = 0.25
    for _ in 0..<20 {
      let shortened = wait(0, failure) ?? .zero
      #expect((Duration.milliseconds(375)...Duration.milliseconds(500)).contains(shortened))
    }
  }
}
