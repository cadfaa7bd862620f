import HeapModule
import LabTimeline

/// Events in the order of their instants; equal instants leave in the order in which they came.
struct EventQueue<Event> {
  private struct Entry: Comparable {
    let at: LabInstant
    let sequence: UInt64
    let event: Event

    static func == (left: Entry, right: Entry) -> Bool { left.sequence == right.sequence }

    static func < (left: Entry, right: Entry) -> Bool {
      left.at == right.at ? left.sequence < right.sequence : left.at < right.at
    }
  }

  private var heap = Heap<Entry>()
  private var sequence: UInt64 = 0

  mutating func schedule(_ event: Event, at instant: LabInstant) {
    heap.insert(Entry(at: instant, sequence: sequence, event: event))
    sequence += 1
  }

  /// Takes the earliest event out.
  mutating func next() -> (event: Event, at: LabInstant)? {
    heap.popMin().map { ($0.event, $0.at) }
  }

  /// When the earliest event is due.
  var due: LabInstant? { heap.min?.at }
}
