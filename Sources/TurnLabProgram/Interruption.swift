import Foundation
import LabErrors

/// Waits for Ctrl-C or a polite request to end, so that a run can stop with its record whole.
enum Interruption {
  /// Calls `stop` at the first SIGINT or SIGTERM; a second one ends the process at once.
  ///
  /// Must be called before other threads are started: they inherit that these signals are not for them.
  static func onSignal(_ stop: @escaping @Sendable () -> Void) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    // A program that a script put into the background inherits that Ctrl-C is ignored, and what is ignored is
    // not waited for either.
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    Thread.detachNewThread {
      var isFirst = true
      while true {
        var wanted = sigset_t()
        sigemptyset(&wanted)
        sigaddset(&wanted, SIGINT)
        sigaddset(&wanted, SIGTERM)
        var number: Int32 = 0
        guard sigwait(&wanted, &number) == 0 else { continue }
        guard isFirst else { _exit(ProgramExit.interrupted.rawValue) }
        isFirst = false
        stop()
      }
    }
  }
}
