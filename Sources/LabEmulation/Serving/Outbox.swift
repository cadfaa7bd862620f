import LabTimeline

/// What an emulated service will send, each thing at its instant, in the order in which it was decided.
///
/// A later thing never overtakes an earlier one: it waits for it, as on one TCP connection.
struct Outbox: Sendable {
  private var waiting: [(action: ServerAction, due: LabInstant)] = []
  private var head = 0
  private let timer: ServerTimer

  init(timer: ServerTimer) {
    self.timer = timer
  }

  /// When the last thing leaves.
  var lastDue: LabInstant? { head < waiting.count ? waiting[waiting.count - 1].due : nil }

  /// Sends something after a delay.
  mutating func add(
    _ action: ServerAction, after delay: Duration, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    add(action, due: now + delay, at: now, into: &actions)
  }

  /// Sends something at an instant, or behind what is still waiting.
  mutating func add(
    _ action: ServerAction, due: LabInstant, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    let due = max(due, lastDue ?? due)
    guard head < waiting.count || due > now else { return actions.append(action) }
    waiting.append((action, due))
    if waiting.count == head + 1 { actions.append(.setTimer(timer, after: due - now)) }
  }

  /// Sends what is due.
  mutating func timerFired(at now: LabInstant, into actions: inout [ServerAction]) {
    while head < waiting.count, waiting[head].due <= now {
      actions.append(waiting[head].action)
      head += 1
    }
    if head < waiting.count {
      actions.append(.setTimer(timer, after: waiting[head].due - now))
    } else {
      clear()
    }
  }

  /// Forgets what is waiting.
  mutating func clear() {
    waiting.removeAll(keepingCapacity: true)
    head = 0
  }
}
