import LabRecord
package import LabRunner
import LabTimeline

/// How far a run is.
package struct RunProgress {
  private static let width = 30
  private var total = 0
  private var done = 0
  private var turns = 0

  package init() {}

  /// Takes what a run tells.
  ///
  /// - Returns: Whether there is something new to show.
  package mutating func take(_ event: RunEvent) -> Bool {
    switch event {
    case .started(let conversations, let alreadyDone): (total, done, turns) = (conversations, alreadyDone, 0)
    case .turnEnded, .note: return false
    case .conversationEnded(let record):
      done += 1
      turns += record.turns
    }
    return total > 0
  }

  /// A bar, and numbers behind it.
  package var line: String {
    let filled = Self.width * done / total
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: Self.width - filled)
    return
      "\(bar) \(done * 100 / total) %  \(done)/\(counted(total, "conversation")), \(counted(turns, "turn"))"
  }
}
