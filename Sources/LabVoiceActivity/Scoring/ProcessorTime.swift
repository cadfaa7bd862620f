import Foundation

/// The processor time of this thread, to say what a detector costs whatever else the machine does.
enum ProcessorTime {
  /// Seconds that `body` kept the processor busy.
  static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = now()
    try body()
    return now() - start
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
