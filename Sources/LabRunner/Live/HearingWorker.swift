import LabPipeline
import LabTransport
import Synchronization

/// A second thread that has detectors judge buffers beside the driver's, when hundreds of conversations are
/// had.
///
/// The driver's thread owns all conversations. It lends them for the one step that touches nothing but the
/// conversation itself, takes of those that it has lent as many as it can as well, and goes on when all are
/// judged. A second thread that does not come in time costs nothing but its share.
final class HearingWorker: @unchecked Sendable {
  // Unchecked: a place is written before it is counted as lent, and is read by the one who has claimed it.

  /// How many buffers can be lent at a time: more would find the fast caches full of each other's state.
  static let capacity = 32

  private let places = UnsafeMutablePointer<Unmanaged<LiveConversation>>.allocate(capacity: capacity)
  private let lent = Atomic(0)
  private let claimed = Atomic(0)
  private let judged = Atomic(0)
  private let isOver = Atomic(false)
  private let inbox = DriverInbox()
  private let isAsleep = Atomic(false)
  /// Where the driver waits for the last judgement, when that takes long.
  private let last = DriverInbox()
  private let isAwaited = Atomic(false)

  /// How often the driver looks whether all is judged before it waits: some tens of microseconds, more than a
  /// judgement takes on a thread that runs.
  private static let looks = 4096

  deinit { places.deallocate() }

  /// Lends a conversation that has taken a buffer; the caller keeps it alive. To be called by the driver
  /// alone, for ``capacity`` of them before it finishes.
  func lend(_ conversation: LiveConversation) {
    let place = lent.load(ordering: .relaxed)
    precondition(place < Self.capacity)
    (places + place).initialize(to: .passUnretained(conversation))
    lent.store(place + 1, ordering: .releasing)
  }

  /// Asks the second thread to help with what was lent.
  func call() {
    if isAsleep.exchange(false, ordering: .relaxed) { inbox.wake() }
  }

  /// Returns when everything that was lent is judged.
  func finish() {
    while judgeOne() {}
    let count = lent.load(ordering: .relaxed)
    awaitJudgements(count)
    lent.store(0, ordering: .relaxed)
    judged.store(0, ordering: .relaxed)
    claimed.store(0, ordering: .releasing)
  }

  /// Returns when the other thread has judged what it has claimed: mostly some microseconds, but longer when
  /// the system has taken the processor from it.
  private func awaitJudgements(_ count: Int) {
    for _ in 0..<Self.looks where judged.load(ordering: .acquiring) >= count { return }
    while judged.load(ordering: .sequentiallyConsistent) < count {
      isAwaited.store(true, ordering: .sequentiallyConsistent)
      // One that came in between has not seen that it is awaited.
      if judged.load(ordering: .sequentiallyConsistent) >= count { break }
      _ = last.wait(until: nil)
    }
    isAwaited.store(false, ordering: .relaxed)
  }

  /// Judges one of those that nobody has claimed; false when there is none.
  private func judgeOne() -> Bool {
    var place = claimed.load(ordering: .acquiring)
    while place < lent.load(ordering: .acquiring) {
      let (isMine, current) = claimed.compareExchange(
        expected: place, desired: place + 1, ordering: .acquiringAndReleasing)
      if isMine {
        places[place].takeUnretainedValue().pipeline.analyseSound()
        judged.add(1, ordering: .sequentiallyConsistent)
        if isAwaited.load(ordering: .sequentiallyConsistent) { last.wake() }
        return true
      }
      place = current
    }
    return false
  }

  /// The second thread's loop, until ``end()``.
  func work() {
    while !isOver.load(ordering: .relaxed) {
      while judgeOne() {}
      isAsleep.store(true, ordering: .relaxed)
      _ = inbox.wait(until: nil)
    }
  }

  /// Lets the second thread go.
  func end() {
    isOver.store(true, ordering: .relaxed)
    inbox.wake()
  }
}
