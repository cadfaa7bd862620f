import LabEmulation
import LabProviders
import LabTimeline

/// A real exchange between a client session and its emulator in virtual time, as each of the two halves saw
/// it.
struct RecordedTalk: Sendable {
  /// What happened to the client session.
  private(set) var client: [FuzzStep] = []
  /// What happened to each of the emulators that it spoke to, from the request on.
  private(set) var emulators: [[FuzzStep]] = []

  private var subject: ClientSubject
  private let providers: EmulatedProviders
  private var exchanges: [EmulatorSubject] = []
  private var keys: [ConnectionKey] = []
  private var timers: [(timer: SessionTimer, at: LabInstant)] = []
  /// When each emulator saw something last, in milliseconds.
  private var seen: [Int] = []
  private var milliseconds = 0
  /// The length of a step, in milliseconds.
  private static let tick = 10

  init(_ entry: ProviderEntry, providers: EmulatedProviders, script: [FuzzStep]) throws {
    self.providers = providers
    subject = try ClientSubject(entry)
    for step in script {
      if case .wait(let milliseconds) = step { pass(milliseconds) } else { tell(step) }
    }
  }

  private mutating func pass(_ total: Int) {
    for _ in 0..<total / Self.tick {
      milliseconds += Self.tick
      subject.take(.wait(milliseconds: Self.tick))
      if case .wait(let before)? = client.last {
        client[client.count - 1] = .wait(milliseconds: before + Self.tick)
      } else {
        client.append(.wait(milliseconds: Self.tick))
      }
      let now = LabInstant(nanoseconds: Int64(milliseconds) * 1_000_000)
      while let due = timers.firstIndex(where: { $0.at <= now }) {
        tell(.timer(SessionTimer.allCases.firstIndex(of: timers.remove(at: due).timer) ?? 0))
      }
      for index in exchanges.indices {
        exchanges[index].take(.wait(milliseconds: Self.tick))
        deliver(exchanges[index].actions, from: index)
      }
    }
  }

  /// Something happens to the client; what it asks for is carried out.
  private mutating func tell(_ step: FuzzStep) {
    client.append(step)
    subject.take(step)
    let now = LabInstant(nanoseconds: Int64(milliseconds) * 1_000_000)
    for order in subject.orders {
      switch order {
      case .open(let key, let request):
        keys.append(key)
        exchanges.append(EmulatorSubject(providers: providers))
        emulators.append([])
        seen.append(milliseconds)
        give(.request(request), to: exchanges.count - 1)
      case .send(let key, let message):
        if let index = keys.lastIndex(of: key) { give(.input(.message(message)), to: index) }
      case .close(let key): if let index = keys.lastIndex(of: key) { give(.input(.closed), to: index) }
      case .setTimer(let timer, let delay):
        timers.removeAll { $0.timer == timer }
        timers.append((timer, now + delay))
      case .cancelTimer(let timer): timers.removeAll { $0.timer == timer }
      }
    }
  }

  private mutating func give(_ step: FuzzStep, to index: Int) {
    if milliseconds > seen[index] { emulators[index].append(.wait(milliseconds: milliseconds - seen[index])) }
    seen[index] = milliseconds
    emulators[index].append(step)
    exchanges[index].take(step)
    deliver(exchanges[index].actions, from: index)
  }

  private mutating func deliver(_ actions: [ServerAction], from index: Int) {
    for action in actions {
      switch action {
      case .accept(let headers): arrive(.opened(.init(status: 101, headers: headers, setup: .reused)), index)
      case .respond(let status, let headers):
        arrive(.opened(.init(status: status, headers: headers, setup: .reused)), index)
      case .body(let bytes, _): arrive(.body(bytes), index)
      case .endBody: arrive(.bodyEnded, index)
      case .send(let message, _): arrive(.message(message), index)
      case .close(let code, let reason): arrive(.closed(code: code, reason: reason), index)
      case .reset: arrive(.failed(.init(code: "reset", message: "Cut.")), index)
      case .setTimer, .cancelTimer: break
      }
    }
  }

  private mutating func arrive(_ event: WireEvent, _ index: Int) { tell(.arrives(event, on: index)) }
}
