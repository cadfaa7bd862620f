import LabProviders
import LabTimeline
import Testing

@testable import LabEmulation

@Suite("The emulated services behind one address")
struct EmulatedProvidersTests {
  private func arrivals(session: String, seed: UInt64 = 1, question: String = "Hello") throws -> [LabInstant]
  {
    let asker = try Asker(
      Services.providers(profiles: .shipped, seed: seed),
      configuration: Services.configuration(session: session))
    asker.ask(question)
    asker.pump.wait(until: .ms(60_000))
    return asker.tokens.map(\.at)
  }

  @Test("draw the same latencies for the same session, and others for another session or seed")
  func draws() throws {
    let first = try arrivals(session: "talk.0")
    #expect(first.count > 3)
    #expect(try arrivals(session: "talk.0") == first)
    #expect(try arrivals(session: "talk.1") != first)
    #expect(try arrivals(session: "talk.0", seed: 2) != first)
    // Arms of a comparison stay in step where their prompts differ.
    #expect(try arrivals(session: "talk.0", question: "Goodbye") == first)
  }

  @Test(
    "answer at an unknown path, or for an unknown model, with 404",
    arguments: ["/v9/listen", "/", "/v1/listen?model=nova-9"])
  func notFound(target: String) {
    var exchange = Services.providers().exchange(
      for: ConnectionRequest(
        transport: .webSocket, endpoint: .service("api.deepgram.com"), target: target, headers: []))
    var actions: [ServerAction] = []
    exchange.handle(.opened, at: .origin, into: &actions)
    guard case .respond(404, _)? = actions.first else {
      Issue.record("found: \(actions)")
      return
    }
  }
}

@Suite("An outbox")
struct OutboxTests {
  private let timer = ServerTimer(3)

  @Test("sends at once what is due at once and has nothing in front of it")
  func immediate() {
    var outbox = Outbox(timer: timer)
    var actions: [ServerAction] = []
    outbox.add(.endBody, after: .zero, at: .ms(5), into: &actions)
    #expect(actions == [.endBody])
    #expect(outbox.lastDue == nil)
  }

  @Test("never lets a later thing overtake an earlier one")
  func order() {
    var outbox = Outbox(timer: timer)
    var actions: [ServerAction] = []
    outbox.add(.close(code: 1, reason: ""), after: .milliseconds(10), at: .origin, into: &actions)
    outbox.add(.close(code: 2, reason: ""), after: .zero, at: .ms(2), into: &actions)
    outbox.add(.close(code: 3, reason: ""), after: .milliseconds(20), at: .ms(2), into: &actions)
    #expect(actions == [.setTimer(timer, after: .milliseconds(10))])
    #expect(outbox.lastDue == .ms(22))
    actions = []
    outbox.timerFired(at: .ms(10), into: &actions)
    #expect(
      actions == [
        .close(code: 1, reason: ""), .close(code: 2, reason: ""),
        .setTimer(timer, after: .milliseconds(12)),
      ])
    actions = []
    outbox.timerFired(at: .ms(22), into: &actions)
    #expect(actions == [.close(code: 3, reason: "")])
  }

  @Test("forgets what was waiting when it is cleared")
  func clear() {
    var outbox = Outbox(timer: timer)
    var actions: [ServerAction] = []
    outbox.add(.endBody, after: .milliseconds(10), at: .origin, into: &actions)
    outbox.clear()
    actions = []
    outbox.timerFired(at: .ms(10), into: &actions)
    #expect(actions.isEmpty)
  }
}
