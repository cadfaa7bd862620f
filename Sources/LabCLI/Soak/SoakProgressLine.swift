import LabReports
import LabRunner
import LabStudies
import Synchronization
import TurnLab

/// Says how a soak goes: a line that changes on a terminal, else a line at every check.
final class SoakProgressLine: Sendable {
  private let console: Console
  private let settings: SoakSettings
  private let sessions: Int
  private let isDrawn = Mutex(false)

  init(console: Console, settings: SoakSettings, sessions: Int) {
    self.console = console
    self.settings = settings
    self.sessions = sessions
  }

  func show(_ event: SoakRun.Event) {
    switch event {
    case .progress(let progress): show(progress)
    case .note(let text):
      clear()
      console.note(text)
    }
  }

  private func show(_ progress: SoakMonitor.Progress) {
    if console.errorIsTerminal {
      console.draw("\r\u{1B}[K" + progress.line(of: sessions, settings))
      isDrawn.withLock { $0 = true }
    } else if progress.isCheck {
      console.note(progress.line(of: sessions, settings))
    }
  }

  /// Removes the line.
  func clear() {
    if isDrawn.withLock({ $0 }) { console.draw("\r\u{1B}[K") }
  }
}
