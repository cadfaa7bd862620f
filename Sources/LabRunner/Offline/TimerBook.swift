/// Which timers are still wanted. A queue cannot take events back, so a stale one is recognised when it comes up.
struct TimerBook<Name: Hashable> {
  /// A timer as it stands in the queue.
  struct Ticket {
    let name: Name
    let serial: UInt64
  }

  private var current: [Name: UInt64] = [:]
  private var serial: UInt64 = 0

  /// Starts a timer in place of one of the same name.
  mutating func start(_ name: Name) -> Ticket {
    serial += 1
    current[name] = serial
    return Ticket(name: name, serial: serial)
  }

  /// Takes a timer back.
  mutating func cancel(_ name: Name) {
    current[name] = nil
  }

  /// Whether the timer is still wanted; if so, it has run.
  mutating func redeem(_ ticket: Ticket) -> Bool {
    guard current[ticket.name] == ticket.serial else { return false }
    current[ticket.name] = nil
    return true
  }
}
