import LabRecord
package import LabRunner

/// How far a run is, as a bar on a terminal.
package struct ProgressBar {
  private let status: StatusLine
  private var progress = RunProgress()

  package init(status: StatusLine) {
    self.status = status
  }

  /// Takes what a run tells.
  package mutating func show(_ event: RunEvent) {
    if case .note(let text) = event { return status.note(text) }
    if progress.take(event) { status.show(progress.line) }
  }

  /// Removes the bar.
  package func clear() { status.clear() }
}
