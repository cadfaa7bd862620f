import Foundation
import LabTransport
import Synchronization

/// A thread that sleeps until instants 20 ms apart and notes how late it wakes up.
enum Sleeper {
  /// In milliseconds.
  static func lateness(sleeps: Int) -> [Double] {
    let lateness = Mutex<[Double]>([])
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      ThreadPriority.realTimeIfPermitted.applyToCurrentThread()
      var due = wallNanoseconds()
      for _ in 0..<sleeps {
        due += 20_000_000
        let rest = max(0, due - wallNanoseconds())
        var wait = timespec(tv_sec: 0, tv_nsec: Int(rest))
        nanosleep(&wait, nil)
        let late = Double(wallNanoseconds() - due) / 1e6
        lateness.withLock { $0.append(late) }
      }
      ended.signal()
    }
    ended.wait()
    return lateness.withLock { $0 }
  }
}
