import LabTimeline

/// Events in the order of their instants, as an ``EventQueue`` has them, for thousands that are due within
/// the next second.
///
/// A wheel of slots, each a little longer than a millisecond, after Varghese and Lauck, “Hashed and
/// hierarchical timing wheels” (SOSP 1987): an event is dropped into its slot as it comes, and a slot is put
/// in order when its time has come. A heap moves every event past a dozen others, which a processor that has
/// a thousand conversations to serve finds in slow memory. What is due beyond one round of the wheel waits in
/// a queue.
struct TimerWheel<Event> {
  private struct Entry {
    let at: LabInstant
    let sequence: UInt64
    let event: Event

    /// Whether it leaves after another.
    func isAfter(_ other: Entry) -> Bool {
      at == other.at ? sequence > other.sequence : at > other.at
    }
  }

  /// A slot's length as a power of two of nanoseconds: 1.05 ms.
  private static var slotBits: Int64 { 20 }
  /// One round is 1.07 s.
  private static var slotCount: Int64 { 1024 }

  /// What is due up to the end of the present slot, the latest first, so that the next can be taken off the
  /// end.
  private var present: [Entry] = []
  /// The number of the present slot since the origin.
  private var presentSlot: Int64
  /// The slots after the present one, by the last bits of their numbers.
  private var slots: [[Entry]] = Array(repeating: [], count: Int(slotCount))
  private var countInSlots = 0
  /// What was beyond a round when it came.
  private var beyond = EventQueue<Entry>()
  private var sequence: UInt64 = 0

  /// - Parameter start: About the instant from which on events are due.
  init(from start: LabInstant) {
    presentSlot = Self.slot(of: start)
  }

  private static func slot(of instant: LabInstant) -> Int64 { instant.nanoseconds >> slotBits }

  mutating func schedule(_ event: Event, at instant: LabInstant) {
    place(Entry(at: instant, sequence: sequence, event: event))
    sequence += 1
  }

  private mutating func place(_ entry: Entry) {
    let slot = Self.slot(of: entry.at)
    if slot <= presentSlot {
      var place = present.count
      while place > 0, entry.isAfter(present[place - 1]) { place -= 1 }
      present.insert(entry, at: place)
    } else if slot - presentSlot < Self.slotCount {
      slots[Int(slot & (Self.slotCount - 1))].append(entry)
      countInSlots += 1
    } else {
      beyond.schedule(entry, at: entry.at)
    }
  }

  /// When the earliest event is due; nil when there is none.
  mutating func due() -> LabInstant? {
    if present.isEmpty { turn() }
    return present.last?.at
  }

  /// Takes the earliest event out.
  mutating func next() -> (event: Event, at: LabInstant)? {
    if present.isEmpty { turn() }
    return present.popLast().map { ($0.event, $0.at) }
  }

  /// Turns the wheel to the next slot that holds something.
  private mutating func turn() {
    if countInSlots == 0 {
      guard let next = beyond.due else { return }
      presentSlot = Self.slot(of: next)
    } else {
      repeat {
        presentSlot += 1
      } while slots[Int(presentSlot & (Self.slotCount - 1))].isEmpty
        && beyond.due.map { Self.slot(of: $0) > presentSlot } ?? true
      let index = Int(presentSlot & (Self.slotCount - 1))
      swap(&present, &slots[index])
      countInSlots -= present.count
    }
    // What has come within a round's reach takes its place before anything later is looked at.
    while let due = beyond.due, Self.slot(of: due) - presentSlot < Self.slotCount,
      let (entry, _) = beyond.next()
    {
      if Self.slot(of: due) <= presentSlot { present.append(entry) } else { place(entry) }
    }
    present.sort { $0.isAfter($1) }
  }
}
