import LabStatistics
import LabTimeline

/// Services that become slower: a planted drift, to see whether it is found.
///
/// Every wait of a service grows with time, as if its clock went ever more slowly: at time t it takes 1 +
/// c·t/T times as long, where c is the whole change and T the time over which it builds up; after T it stays.
public struct ServiceDrift: Hashable, Sendable {
  /// By which share waits have grown at the end: 0.1 is ten per cent slower. More than 0.
  public let change: Double
  /// Over which time the change builds up.
  public let duration: Duration

  /// - Parameters:
  ///   - change: More than 0.
  ///   - duration: More than 0.
  public init(change: Double, over duration: Duration) {
    precondition(change > 0 && duration > .zero, "a drift has a change and a time")
    self.change = change
    self.duration = duration
  }

  private var span: Double { Double(duration.nanoseconds) }

  /// What the service's own slowed clock shows.
  func inner(_ instant: LabInstant) -> LabInstant {
    let time = Double(instant.nanoseconds)
    guard time > 0 else { return instant }
    let built = span / change * PortableMath.log(1 + change * min(time, span) / span)
    return LabInstant(nanoseconds: Int64((built + max(0, time - span) / (1 + change)).rounded()))
  }

  /// When the service's own clock shows that.
  func outer(_ instant: LabInstant) -> LabInstant {
    let time = Double(instant.nanoseconds)
    guard time > 0 else { return instant }
    let end = span / change * PortableMath.log(1 + change)
    let built = span / change * (PortableMath.exp(change * min(time, end) / span) - 1)
    return LabInstant(nanoseconds: Int64((built + max(0, time - end) * (1 + change)).rounded()))
  }
}

/// A service that lives by a clock which goes ever more slowly.
struct DriftingExchange: EmulatedExchange {
  private var exchange: any EmulatedExchange
  private let drift: ServiceDrift
  private var inner: [ServerAction] = []

  init(_ exchange: any EmulatedExchange, drift: ServiceDrift) {
    self.exchange = exchange
    self.drift = drift
  }

  mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]) {
    let slowed = drift.inner(now)
    exchange.handle(input, at: slowed, into: &inner)
    for action in inner { actions.append(outer(action, slowed: slowed, now: now)) }
    inner.removeAll(keepingCapacity: true)
  }

  private func outer(_ action: ServerAction, slowed: LabInstant, now: LabInstant) -> ServerAction {
    func met(_ instant: LabInstant?) -> LabInstant? { instant.map { min(drift.outer($0), now) } }
    switch action {
    case .body(let bytes, let received): return .body(bytes, received: met(received))
    case .send(let message, let received): return .send(message, received: met(received))
    case .setTimer(let timer, let after):
      // Never at once unless it was asked for, so that rounding cannot keep time from going on.
      let wait = drift.outer(slowed + after) - now
      return .setTimer(timer, after: after > .zero ? max(.nanoseconds(1), wait) : after)
    case .accept, .respond, .endBody, .close, .reset, .cancelTimer: return action
    }
  }
}
