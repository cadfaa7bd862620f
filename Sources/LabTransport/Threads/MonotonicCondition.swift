#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A lock with a condition whose timed waits end at an instant of the monotonic clock.
///
/// On Linux one system call (a futex with an absolute deadline) waits for both the signal and the deadline.
final class MonotonicCondition: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func lock() { pthread_mutex_lock(mutex) }

  func unlock() { pthread_mutex_unlock(mutex) }

  /// Wakes one waiting thread.
  func signal() { pthread_cond_signal(condition) }

  /// Gives up the lock and waits for a signal or the deadline; may also wake for no reason. Call it locked.
  func wait(until deadline: MonotonicInstant?) {
    guard let deadline else {
      pthread_cond_wait(condition, mutex)
      return
    }
    #if canImport(Darwin)
      let remaining = max(0, deadline.nanoseconds - MonotonicClock.now().nanoseconds)
      var time = timespec(nanoseconds: remaining)
      pthread_cond_timedwait_relative_np(condition, mutex, &time)
    #else
      var time = timespec(nanoseconds: max(0, deadline.nanoseconds))
      pthread_cond_timedwait(condition, mutex, &time)
    #endif
  }
}

extension timespec {
  fileprivate init(nanoseconds: Int64) {
    self.init(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  }
}
