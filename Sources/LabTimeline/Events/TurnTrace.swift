/// Everything that happened in one turn, in the order in which it was recorded.
public struct TurnTrace: Hashable, Sendable, Codable {
  /// The facts. Kinds that can repeat (underruns, a reopened turn's second commit) stand more than once.
  public private(set) var events: [TurnEvent]

  public init(events: [TurnEvent] = []) {
    self.events = events
  }

  /// Adds a fact.
  public mutating func record(_ kind: TurnEvent.Kind, at instant: LabInstant) {
    events.append(TurnEvent(kind, at: instant))
  }

  /// Adds a fact unless one of its kind is there already.
  public mutating func recordFirst(_ kind: TurnEvent.Kind, at instant: LabInstant) {
    if first(kind) == nil { record(kind, at: instant) }
  }

  /// Forgets facts of a reply that was taken back before anybody heard it.
  public mutating func forget(_ kinds: Set<TurnEvent.Kind>) {
    events.removeAll { kinds.contains($0.kind) }
  }

  /// The same facts in the order of their instants; equal ones keep the order in which they were recorded.
  public func sorted() -> TurnTrace {
    let order = events.indices.sorted { (events[$0].at, $0) < (events[$1].at, $1) }
    return TurnTrace(events: order.map { events[$0] })
  }

  /// The earliest recorded fact of a kind.
  public func first(_ kind: TurnEvent.Kind) -> LabInstant? {
    events.first { $0.kind == kind }?.at
  }

  /// The last recorded fact of a kind.
  public func last(_ kind: TurnEvent.Kind) -> LabInstant? {
    events.last { $0.kind == kind }?.at
  }

  /// The earliest recorded fact of a kind that is not before the last commit; the last one when all are.
  public func firstSinceCommit(_ kind: TurnEvent.Kind) -> LabInstant? {
    guard let commit = last(.turnCommitted) else { return first(kind) }
    return events.first { $0.kind == kind && $0.at >= commit }?.at ?? last(kind)
  }

  /// How often a kind was recorded.
  public func count(_ kind: TurnEvent.Kind) -> Int {
    events.count { $0.kind == kind }
  }

  public init(from decoder: any Decoder) throws {
    events = try decoder.singleValueContainer().decode([TurnEvent].self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(events)
  }
}
