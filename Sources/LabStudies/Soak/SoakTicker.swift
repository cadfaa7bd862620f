import Foundation
import LabTransport
import Synchronization

/// Calls a closure every few seconds of real time, on a thread of its own, until it is stopped.
final class SoakTicker: Sendable {
  private let inbox = DriverInbox()
  private let isStopped = Atomic(false)
  private let began = MonotonicClock.now()
  private let interval: Double

  /// - Parameters:
  ///   - seconds: How far apart the calls are. They never drift: every one has its own instant.
  ///   - tick: Called with the seconds since the beginning.
  init(every seconds: Double, _ tick: @escaping @Sendable (Double) -> Void) {
    interval = seconds
    Thread.detachNewThread { [self] in
      var next = 0.0
      while !isStopped.load(ordering: .relaxed) {
        tick(elapsed)
        repeat { next += interval } while next <= elapsed
        let deadline = MonotonicInstant(nanoseconds: began.nanoseconds + Int64(next * 1e9))
        while elapsed < next, !isStopped.load(ordering: .relaxed) { _ = inbox.wait(until: deadline) }
      }
    }
  }

  /// Seconds since the beginning.
  private var elapsed: Double {
    Double(MonotonicClock.now().nanoseconds - began.nanoseconds) / 1e9
  }

  func stop() {
    isStopped.store(true, ordering: .relaxed)
    inbox.wake()
  }
}
