import LabProviders
import LabTimeline

/// The server half of streaming speech to text over a WebSocket. What arrives, what is due and how long
/// nothing has arrived is the same for every vendor; what it means is the vendor's.
protocol StreamingRecogniser: EmulatedExchange {
  var session: RecogniserSession { get set }
  /// How long nothing may arrive before the service ends the session; `nil` for as long as the client likes.
  var idleLimit: Duration? { get }

  /// Answers the upgrade.
  mutating func open(at now: LabInstant, into actions: inout [ServerAction])
  /// Takes sound or a command.
  mutating func receive(_ message: WireMessage, at now: LabInstant, into actions: inout [ServerAction])
  /// Ends the session, because nothing has arrived for too long.
  mutating func endIdle(at now: LabInstant, into actions: inout [ServerAction])
  /// A timer of the vendor's own has fired.
  mutating func timerFired(_ timer: ServerTimer, at now: LabInstant, into actions: inout [ServerAction])
}

extension StreamingRecogniser {
  mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]) {
    switch input {
    case .opened: open(at: now, into: &actions)
    case .closed: session.clear()
    case .timer(RecogniserSession.Timer.outbox): session.sendDue(at: now, into: &actions)
    case _ where session.isOver: break
    case .message(let message):
      session.noteActivity(at: now)
      receive(message, at: now, into: &actions)
    case .timer(RecogniserSession.Timer.idle):
      guard let idleLimit, session.hasIdled(for: idleLimit, at: now, into: &actions) else { return }
      endIdle(at: now, into: &actions)
    case .timer(let timer): timerFired(timer, at: now, into: &actions)
    }
  }

  mutating func timerFired(_ timer: ServerTimer, at now: LabInstant, into actions: inout [ServerAction]) {}

  /// Expects something to arrive from an instant on.
  mutating func expectActivity(
    since instant: LabInstant, into actions: inout [ServerAction]
  ) {
    session.noteActivity(at: instant)
    if let idleLimit { actions.append(.setTimer(RecogniserSession.Timer.idle, after: idleLimit)) }
  }
}
