import LabReports
import LabRunner
import LabStudies
import Synchronization

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
      console.draw("\r\u{1B}[K" + text(progress))
      isDrawn.withLock { $0 = true }
    } else if progress.isCheck {
      console.note(text(progress))
    }
  }

  /// Removes the line.
  func clear() {
    if isDrawn.withLock({ $0 }) { console.draw("\r\u{1B}[K") }
  }

  private func text(_ progress: SoakMonitor.Progress) -> String {
    var parts = [
      "\(SoakSection.time(progress.at)) of sessions of \(SoakSection.time(settings.durationSeconds))",
      "\(progress.sessionsEnded)/\(counted(sessions, "session")) over",
      counted(progress.turns, "turn")
        + (progress.unanswered > 0 ? " (\(progress.unanswered) not answered)" : ""),
    ]
    if let latency = progress.voiceToVoice { parts.append("v2v \(FixedPoint.milliseconds(latency)) ms") }
    if let resident = progress.sample.residentBytes, let first = progress.first.residentBytes {
      let growth = Double(resident - first) / 1e6
      parts.append(
        "\(FixedPoint.text(Double(resident) / 1e6, decimals: 1)) MB (\(growth < 0 ? "" : "+")"
          + "\(FixedPoint.text(growth, decimals: 1)))")
    }
    if let files = progress.sample.descriptors { parts.append("\(files) files") }
    if let threads = progress.sample.threads { parts.append("\(threads) threads") }
    return parts.joined(separator: " · ")
  }
}
