import LabRunner
import LabTimeline

/// A line on a terminal that says how far a run is. Silent when standard error is not a terminal.
struct ProgressBar {
  private let console: Console
  private let width = 30
  private var total = 0
  private var done = 0
  private var turns = 0
  private var drawn = ""

  init(console: Console) {
    self.console = console
  }

  mutating func show(_ event: RunEvent) {
    switch event {
    case .started(let conversations, let alreadyDone): (total, done, turns) = (conversations, alreadyDone, 0)
    case .note(let text):
      clear()
      return console.note(text)
    case .turnEnded: return
    case .conversationEnded(let record):
      done += 1
      turns += record.turns
    }
    draw()
  }

  /// Removes the line.
  mutating func clear() {
    if !drawn.isEmpty { console.draw("\r\u{1B}[K") }
    drawn = ""
  }

  private mutating func draw() {
    guard console.errorIsTerminal, total > 0 else { return }
    let filled = width * done / total
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    let count = "\(done)/\(counted(total, "conversation")), \(counted(turns, "turn"))"
    let line = "\(bar) \(done * 100 / total) %  \(count)"
    guard line != drawn else { return }
    drawn = line
    console.draw("\r\u{1B}[K" + line)
  }
}
