import LabProviders
import LabTimeline
import Testing

@testable import LabEmulation

@Suite("Services that slow down")
struct ServiceDriftTests {
  /// Asks to be woken 100 ms later by its own clock, and answers then.
  private struct Punctual: EmulatedExchange {
    mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]) {
      switch input {
      case .opened: actions.append(.setTimer(ServerTimer(1), after: .milliseconds(100)))
      case .timer: actions.append(.body([1], received: now - .milliseconds(100)))
      case .message, .closed: break
      }
    }
  }

  private func wait(openedAt opened: LabInstant, drift: ServiceDrift) -> Duration? {
    var exchange = DriftingExchange(Punctual(), drift: drift)
    var actions: [ServerAction] = []
    exchange.handle(.opened, at: opened, into: &actions)
    guard case .setTimer(_, let after)? = actions.first else { return nil }
    return after
  }

  private static let hour = ServiceDrift(change: 0.1, over: .seconds(3600))

  @Test(
    "take their time at first and a tenth more at the end",
    arguments: [(0, 100.0), (1800, 105.0), (3600, 110.0), (7200, 110.0)])
  func waitsGrow(second: Int64, milliseconds: Double) throws {
    let found = try #require(wait(openedAt: .origin + .seconds(second), drift: Self.hour))
    #expect(abs(found.milliseconds - milliseconds) < 0.01)
  }

  @Test("say of what they received the instant at which it came")
  func receiptsAreReal() {
    var exchange = DriftingExchange(Punctual(), drift: Self.hour)
    let opened = LabInstant.origin + .seconds(1800)
    var actions: [ServerAction] = []
    exchange.handle(.opened, at: opened, into: &actions)
    guard case .setTimer(let timer, let after)? = actions.first else {
      Issue.record("no timer was set")
      return
    }
    actions.removeAll()
    exchange.handle(.timer(timer), at: opened + after, into: &actions)
    guard case .body(_, let received?)? = actions.first else {
      Issue.record("nothing was sent")
      return
    }
    #expect(abs((received - opened).nanoseconds) <= 2)
  }

  @Test("have a clock that leads back to the machine's")
  func clocksAgree() {
    for second in stride(from: 0 as Int64, through: 9000, by: 371) {
      let instant = LabInstant.origin + .seconds(second)
      let back = Self.hour.outer(Self.hour.inner(instant))
      #expect(abs((back - instant).nanoseconds) <= 2)
    }
  }
}
