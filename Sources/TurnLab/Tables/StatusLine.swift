import Synchronization

/// A line on a terminal that says how something goes on. Silent when standard error is not a terminal.
package final class StatusLine: Sendable {
  private let isTerminal: Bool
  private let draw: @Sendable (String) -> Void
  private let write: @Sendable (String) -> Void
  private let drawn = Mutex("")

  /// - Parameters:
  ///   - isTerminal: Whether there is a terminal to draw on.
  ///   - draw: Writes without ending the line.
  ///   - write: Writes a line that stays.
  package init(
    isTerminal: Bool, draw: @escaping @Sendable (String) -> Void, write: @escaping @Sendable (String) -> Void
  ) {
    self.isTerminal = isTerminal
    self.draw = draw
    self.write = write
  }

  /// Draws the line in place of what it said.
  package func show(_ text: String) {
    guard isTerminal else { return }
    drawn.withLock { drawn in
      guard text != drawn else { return }
      drawn = text
      draw("\r\u{1B}[K" + text)
    }
  }

  /// Writes a line that stays.
  package func note(_ text: String) {
    clear()
    write(text)
  }

  /// Removes the line.
  package func clear() {
    drawn.withLock { drawn in
      if !drawn.isEmpty { draw("\r\u{1B}[K") }
      drawn = ""
    }
  }
}
