import LabConversation
import LabProviders
import LabStatistics
import LabTimeline

/// Says when something is tried again after a failure, for all stages of a conversation.
struct RetrySchedule: Sendable {
  private let policy: RecoveryPolicy
  /// One for all stages: waits are shortened by draws in the order in which failures happen.
  private var generator: SeededGenerator

  /// - Parameter seed: The same for a conversation whatever it is measured with.
  init(_ policy: RecoveryPolicy, seed: UInt64) {
    self.policy = policy
    generator = SeededGenerator(seed: seed, stream: "recovery")
  }

  /// How long to wait before a request is repeated; nil for not at all.
  ///
  /// - Parameter attempt: How often it was repeated before.
  mutating func wait(before attempt: Int, after failure: ProviderFailure, at stage: Stage)
    -> Duration?
  {
    policy.retries?.delay(before: attempt, after: failure, at: stage, using: &generator)
  }

  /// How long to wait before a lost session with speech to text is opened again in its turn; nil for not
  /// before the next turn.
  ///
  /// - Parameter attempt: How often it was opened again in the turn before.
  mutating func waitToReconnect(before attempt: Int, after failure: ProviderFailure) -> Duration? {
    policy.reconnect?.delay(before: attempt, after: failure, at: .stt, using: &generator)
  }
}
