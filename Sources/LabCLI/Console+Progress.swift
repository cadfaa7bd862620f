import LabErrors
import LabRunner
import TurnLab

extension Console {
  /// Shows how far each of several runs is while a closure has them; Ctrl-C cancels them.
  ///
  /// - Parameter body: Given what cancels its runs, and what it tells of them.
  /// - Throws: ``ProgramExit/interrupted`` when they were cancelled.
  func withProgress<Value>(
    _ body: (RunCancellation, @escaping (RunEvent) -> Void) throws -> Value
  ) throws -> Value {
    let cancellation = RunCancellation()
    onInterruption { cancellation.cancel() }
    var bar = ProgressBar(status: status)
    defer { bar.clear() }
    do {
      return try body(cancellation) { bar.show($0) }
    } catch is CancellationError {
      throw ProgramExit.interrupted
    }
  }
}
