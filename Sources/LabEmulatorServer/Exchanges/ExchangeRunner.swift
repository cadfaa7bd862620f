import LabEmulation
import LabTimeline
import NIOCore

/// What carries out an exchange's actions on the connection.
protocol ExchangeWire: AnyObject {
  /// Carries out an action other than those about timers. One that comes after the end does nothing.
  func perform(_ action: ServerAction)
  /// Sends on their way what the actions of one input have written, all of it at once.
  func flush()
}

/// Moves one exchange in real time, as the offline driver does in virtual time. Touched on its event loop
/// alone.
///
/// Inputs are handled in the order in which they came, each with all its actions before the next. The last
/// one is `.closed`, once; what the exchange answers to it goes nowhere.
final class ExchangeRunner {
  /// Where the actions go; changes when HTTP becomes a WebSocket.
  var wire: (any ExchangeWire)?
  private var exchange: any EmulatedExchange
  private let clock: ServerClock
  private var timers: ExchangeTimers
  private var actions: [ServerAction] = []
  /// Inputs that came while another was handled.
  private var waiting: [(input: ServerInput, arrived: LabInstant, due: LabInstant)] = []
  /// When what is being done was due: the instant of the timer that came up, or of the arrival that is
  /// answered.
  private(set) var due: LabInstant?
  private var isHandling = false
  /// `.closed` has come; no input is taken after it.
  private var isClosed = false
  private let whenEnded: () -> Void

  /// - Parameter whenEnded: Called once, after the exchange has handled `.closed`.
  init(
    _ exchange: any EmulatedExchange, clock: ServerClock, loop: any EventLoop,
    whenEnded: @escaping () -> Void = {}
  ) {
    self.exchange = exchange
    self.clock = clock
    self.whenEnded = whenEnded
    timers = ExchangeTimers(clock: clock, loop: loop)
  }

  /// Hands an input on, at once or after those that came before.
  ///
  /// - Parameter due: When it should have come, where that is known better than by its coming.
  func take(_ input: ServerInput, at now: LabInstant, due: LabInstant? = nil) {
    guard !isClosed else { return }
    if case .closed = input { isClosed = true }
    guard !isHandling else { return waiting.append((input, now, due ?? now)) }
    isHandling = true
    handle(input, at: now, due: due ?? now)
    while !waiting.isEmpty {
      let next = waiting.removeFirst()
      handle(next.input, at: next.arrived, due: next.due)
    }
    isHandling = false
    self.due = nil
  }

  /// Tells the exchange that its connection is over.
  func end(at now: LabInstant) {
    take(.closed, at: now)
  }

  func timerCameUp(_ timer: ServerTimer, serial: UInt64, due: LabInstant) {
    guard timers.redeem(serial: serial) else { return }
    take(.timer(timer), at: clock.now(), due: due)
  }

  private func handle(_ input: ServerInput, at now: LabInstant, due: LabInstant) {
    self.due = due
    exchange.handle(input, at: now, into: &actions)
    if case .closed = input {
      actions.removeAll()
      return finish()
    }
    guard !actions.isEmpty else { return }
    for action in actions { perform(action, at: now) }
    actions.removeAll(keepingCapacity: true)
    wire?.flush()
  }

  private func perform(_ action: ServerAction, at now: LabInstant) {
    switch action {
    case .setTimer(let timer, let delay): timers.start(timer, due: now + delay, for: self)
    case .cancelTimer(let timer): timers.cancel(timer)
    default: wire?.perform(action)
    }
  }

  private func finish() {
    timers.cancelAll()
    wire = nil
    whenEnded()
  }
}
