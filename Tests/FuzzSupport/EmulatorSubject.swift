import LabEmulation
import LabProviders
import LabTimeline

/// An emulated emulator that inputs are thrown at: from the request that opens the connection on.
struct EmulatorSubject: FuzzSubject {
  var outcome = FuzzOutcome()
  let providers: EmulatedProviders
  /// How many timers may fire within one wait; a emulator that speaks has one for every message.
  var timerLimit = 12
  private var exchange: (any EmulatedExchange)?
  private var timers: [(timer: ServerTimer, at: LabInstant)] = []
  private(set) var now = LabInstant.origin
  private var isOver = false
  /// What it did since the last step.
  private(set) var actions: [ServerAction] = []

  init(providers: EmulatedProviders) {
    self.providers = providers
  }

  mutating func take(_ step: FuzzStep) {
    actions.removeAll(keepingCapacity: true)
    switch step {
    case .request(let request):
      exchange = providers.exchange(for: request)
      timers = []
      isOver = false
      serve(.opened)
    case .input(let input): serve(input)
    case .wait(let milliseconds): pass(milliseconds)
    case .arrives, .call, .timer, .bytes: break
    }
  }

  private mutating func pass(_ milliseconds: Int) {
    let end = now + .milliseconds(milliseconds)
    var fired = 0
    while fired < timerLimit, let next = timers.indices.min(by: { timers[$0].at < timers[$1].at }),
      timers[next].at <= end
    {
      fired += 1
      now = max(now, timers[next].at)
      serve(.timer(timers.remove(at: next).timer))
    }
    now = max(now, fired < timerLimit ? end : now)
  }

  private mutating func serve(_ input: ServerInput) {
    guard !isOver else { return }
    let first = actions.count
    exchange?.handle(input, at: now, into: &actions)
    isOver = input == .closed
    for action in actions[first...] { note(action) }
  }

  private mutating func note(_ action: ServerAction) {
    switch action {
    case .accept: outcome.note("accept")
    case .respond(let status, _):
      outcome.note(
        "respond",
        status < 300
          ? "well" : status < 500 ? "refused \(Character(Unicode.Scalar(UInt8(status % 26 + 97))))" : "broken"
      )
    case .body(let bytes, _):
      outcome.note("body")
      outcome.volume += bytes.count
    case .endBody: outcome.note("end")
    case .send(.text(let text), _):
      outcome.note("text", String(text.prefix(40)))
      outcome.volume += text.utf8.count
    case .send(.binary(let bytes), _):
      outcome.note("binary")
      outcome.volume += bytes.count
    case .close(_, let reason): outcome.note("close", reason)
    case .reset: outcome.note("reset")
    case .setTimer(let timer, let delay):
      timers.removeAll { $0.timer == timer }
      timers.append((timer, now + delay))
    case .cancelTimer(let timer): timers.removeAll { $0.timer == timer }
    }
  }
}
