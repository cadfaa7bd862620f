import LabConversation
import LabProviders
import LabStatistics
import LabTimeline

extension AttemptPolicy {
  /// How long to wait before a try, the first being number 0; `nil` when there is none.
  func delay(
    before attempt: Int, after failure: ProviderFailure, at stage: Stage,
    using generator: inout SeededGenerator
  ) -> Duration? {
    guard attempt < count, stages.contains(stage), reasons.contains(failure.code) else { return nil }
    var delay = Double(firstDelay.nanoseconds)
    for _ in 0..<attempt { delay *= factor }
    delay = min(delay, Double(longestDelay.nanoseconds))
    if jitter > 0 { delay *= 1 - jitter * generator.unit() }
    let own = Duration.nanoseconds(Int64(delay))
    guard obeysRetryAfter, let asked = failure.retryAfter else { return own }
    return asked > longestDelay ? nil : max(own, asked)
  }
}
