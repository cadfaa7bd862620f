/// Which timers are still wanted. A queue cannot take events back, so a stale one is recognised when it comes
/// up.
///
/// A conversation has a handful of timers at a time, which are found faster in a row than by their hashes.
struct TimerTable<Name: Equatable> {
  /// A timer as it stands in the queue.
  struct Ticket {
    let name: Name
    let serial: UInt64
  }

  private var current: [Ticket] = []
  private var serial: UInt64 = 0

  /// Starts a timer in place of one of the same name.
  mutating func start(_ name: Name) -> Ticket {
    serial += 1
    let ticket = Ticket(name: name, serial: serial)
    if let place = place(of: name) { current[place] = ticket } else { current.append(ticket) }
    return ticket
  }

  /// Takes a timer back.
  mutating func cancel(_ name: Name) {
    if let place = place(of: name) { remove(at: place) }
  }

  /// Whether the timer is still wanted; if so, it has run.
  mutating func redeem(_ ticket: Ticket) -> Bool {
    guard let place = current.firstIndex(where: { $0.serial == ticket.serial }) else { return false }
    remove(at: place)
    return true
  }

  private func place(of name: Name) -> Int? { current.firstIndex { $0.name == name } }

  /// Their order means nothing.
  private mutating func remove(at place: Int) {
    current[place] = current[current.count - 1]
    current.removeLast()
  }
}
