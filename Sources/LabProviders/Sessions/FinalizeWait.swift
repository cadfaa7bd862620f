/// The wait for the answer to a request to settle, where the service keeps silent when it has nothing to
/// settle.
///
/// When the deadline passes and no turn is open at the service, the session says `.nothingToSettle`: the
/// pipeline need not wait longer, and no transcript is invented, so that nothing is measured.
struct FinalizeWait: Sendable {
  /// How long an answer may take. Above the 99th percentile of every service that it is used for (AssemblyAI:
  /// 217 and 413 ms, Pipecat STT benchmark, 2026-06-22), and below the pipeline's own time-out of 2 s.
  static let deadline = Duration.seconds(1)

  /// A request was sent, and neither its answer nor the deadline came.
  private(set) var isPending = false

  mutating func asked(into actions: inout [SpeechToTextAction]) {
    isPending = true
    actions.append(.setTimer(.finalize, after: Self.deadline))
  }

  /// Takes a settled turn, and says whether a request was waiting for it.
  mutating func answered(into actions: inout [SpeechToTextAction]) -> Bool {
    guard isPending else { return false }
    isPending = false
    actions.append(.cancelTimer(.finalize))
    return true
  }

  /// Takes the deadline.
  ///
  /// - Parameter isTurnOpen: The service has words that it will settle, so that the pipeline goes on waiting.
  mutating func deadlinePassed(isTurnOpen: Bool, into actions: inout [SpeechToTextAction]) {
    guard isPending else { return }
    isPending = false
    if !isTurnOpen { actions.append(.emit(.nothingToSettle)) }
  }
}
