import LabRecord
import LabStatistics
import LabTimeline

extension WaitSummary {
  /// Summarises the waits of conversations; `nil` when none of them was due at an instant of its own.
  init?(of conversations: [ConversationRecord]) {
    let waits = Sample(conversations.compactMap { $0.arrival?.wait.milliseconds })
    guard waits.count > 0 else { return nil }
    self.init(
      n: waits.count, p50: waits.quantile(0.5), p90: waits.quantile(0.9), max: waits.maximum)
  }
}
