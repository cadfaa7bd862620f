/// Where a live driver waits for whichever comes first: an event, or its next deadline.
///
/// One thread waits, any thread delivers. Delivering wakes the waiting thread only while it sleeps, and one
/// wait takes everything that has come, so a busy driver costs its transports no system call.
///
/// ```swift
/// while isRunning {
///   for event in inbox.wait(until: timers.nextDeadline) { handle(event) }
///   timers.fireAll(dueAt: MonotonicClock.now())
/// }
/// ```
public final class DriverInbox: TransportSink, @unchecked Sendable {
  private let condition = MonotonicCondition()
  // All four are touched only under the condition's lock.
  private var events: [TransportEvent] = []
  private var isSleeping = false
  /// Whether the waiting thread sleeps to its deadline whatever comes.
  private var isPatient = false
  private var isWoken = false

  /// Creates an empty inbox.
  public init() {}

  /// Adds an event.
  public func deliver(_ event: TransportEvent) {
    condition.lock()
    events.append(event)
    if isPatient { condition.unlock() } else { unlockAndWake() }
  }

  /// Ends the current wait, or the next one, even though nothing came.
  public func wake() {
    condition.lock()
    isWoken = true
    unlockAndWake()
  }

  /// Waits until an event is there, the deadline has come, or `wake` is called.
  ///
  /// - Parameter deadline: when to stop waiting; `nil` waits for an event however long it takes. A deadline
  ///   that has passed only takes what is there.
  /// - Returns: everything that came, in the order it was delivered; empty at the deadline.
  public func wait(until deadline: MonotonicInstant?) -> [TransportEvent] {
    var batch: [TransportEvent] = []
    wait(until: deadline, into: &batch)
    return batch
  }

  /// Waits like `wait(until:)`, into an array whose memory is used again: nothing is allocated per wait.
  ///
  /// - Parameters:
  ///   - deadline: when to stop waiting.
  ///   - patient: whether an event that comes meanwhile waits for the deadline, so that a busy driver is
  ///     woken once for
  ///     many; without a deadline it does not. What is there already, and `wake`, still end the wait at once.
  ///   - batch: what it held is dropped, then it holds everything that came.
  public func wait(
    until deadline: MonotonicInstant?, patient: Bool = false, into batch: inout [TransportEvent]
  ) {
    batch.removeAll(keepingCapacity: true)
    condition.lock()
    while events.isEmpty, !isWoken {
      if let deadline, MonotonicClock.now() >= deadline { break }
      isSleeping = true
      isPatient = patient && deadline != nil
      condition.wait(until: deadline)
      isSleeping = false
      isPatient = false
    }
    isWoken = false
    swap(&batch, &events)
    condition.unlock()
  }

  private func unlockAndWake() {
    let mustSignal = isSleeping
    isSleeping = false
    condition.unlock()
    if mustSignal { condition.signal() }
  }
}
