import LabProviders
import LabTimeline
import Testing

@testable import LabEmulation

@Suite("A service of limited capacity")
struct CrowdedExchangeTests {
  /// Answers 100 ms after it was asked.
  private struct Steady: EmulatedExchange {
    mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]) {
      switch input {
      case .opened, .message: actions.append(.setTimer(ServerTimer(1), after: .milliseconds(100)))
      case .timer: actions.append(.endBody)
      case .closed: break
      }
    }
  }

  private let registry = CapacityRegistry()
  private static let request = ConnectionRequest(
    transport: .http(method: "POST"), endpoint: Endpoint(isSecure: false, host: "127.0.0.1", port: 80),
    target: "/v1/chat/completions", headers: [])

  private func exchange(_ beyond: ServiceCapacity.Excess, concurrent: Int = 2) -> CrowdedExchange {
    CrowdedExchange(
      Steady(), request: Self.request, provider: "openai/gpt-4o-mini",
      capacity: ServiceCapacity(concurrent: concurrent, beyond: beyond), registry: registry)
  }

  private func actions(_ exchange: inout CrowdedExchange, _ input: ServerInput) -> [ServerAction] {
    var actions: [ServerAction] = []
    exchange.handle(input, at: .origin, into: &actions)
    return actions
  }

  @Test("refuses calls beyond with 429, and serves again when one is over")
  func refuses() throws {
    var first = exchange(.refuse)
    var second = exchange(.refuse)
    var third = exchange(.refuse)
    #expect(actions(&first, .opened) == [.setTimer(ServerTimer(1), after: .milliseconds(100))])
    #expect(actions(&second, .opened).count == 1)
    guard case .respond(429, _)? = actions(&third, .opened).first else {
      Issue.record("the third call was not refused")
      return
    }
    #expect(actions(&third, .closed) == [])
    #expect(actions(&first, .timer(ServerTimer(1))) == [.endBody])
    // The place is given back once, however often the call ends.
    #expect(actions(&first, .closed) == [])
    var fourth = exchange(.refuse)
    var fifth = exchange(.refuse)
    #expect(actions(&fourth, .opened).count == 1)
    guard case .respond(429, _)? = actions(&fifth, .opened).first else {
      Issue.record("the fifth call was not refused")
      return
    }
  }

  @Test("shares what there is among calls beyond")
  func slows() {
    var calls = (0..<5).map { _ in exchange(.slow) }
    let waits = calls.indices.map { actions(&calls[$0], .opened) }
    #expect(
      waits == [100, 100, 150, 200, 250].map { [.setTimer(ServerTimer(1), after: .milliseconds($0))] })
  }

  @Test("gives the place of a call back that is forgotten")
  func forgotten() {
    do {
      var call = exchange(.refuse, concurrent: 1)
      #expect(actions(&call, .opened).count == 1)
    }
    var next = exchange(.refuse, concurrent: 1)
    #expect(actions(&next, .opened) == [.setTimer(ServerTimer(1), after: .milliseconds(100))])
  }
}
