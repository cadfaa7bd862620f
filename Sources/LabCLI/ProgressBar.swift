import LabRecord
import LabRunner
import TurnLab

/// How far a run is, as a bar on a terminal.
struct ProgressBar {
  private let status: StatusLine
  private var progress = RunProgress()

  init(console: Console) {
    status = StatusLine(console: console)
  }

  mutating func show(_ event: RunEvent) {
    if case .note(let text) = event { return status.note(text) }
    if progress.take(event) { status.show(progress.line) }
  }

  /// Removes the bar.
  func clear() { status.clear() }
}
