import Synchronization

/// A line on a terminal that says how something goes on. Silent when standard error is not a terminal.
final class StatusLine: Sendable {
  private let console: Console
  private let drawn = Mutex("")

  init(console: Console) {
    self.console = console
  }

  /// Draws the line in place of what it said.
  func show(_ text: String) {
    guard console.errorIsTerminal else { return }
    drawn.withLock { drawn in
      guard text != drawn else { return }
      drawn = text
      console.draw("\r\u{1B}[K" + text)
    }
  }

  /// Writes a line that stays.
  func note(_ text: String) {
    clear()
    console.note(text)
  }

  /// Removes the line.
  func clear() {
    drawn.withLock { drawn in
      if !drawn.isEmpty { console.draw("\r\u{1B}[K") }
      drawn = ""
    }
  }
}
