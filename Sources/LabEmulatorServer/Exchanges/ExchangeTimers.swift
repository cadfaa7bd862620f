import LabEmulation
import LabTimeline
import NIOCore

/// The running timers of one exchange, on its event loop. One of a key replaces the one before.
struct ExchangeTimers {
  private let clock: ServerClock
  private let loop: any EventLoop
  /// A handful at most, which are found sooner one after the other than by a hash.
  private var running: [Running] = []
  private var serial: UInt64 = 0

  private struct Running {
    let timer: ServerTimer
    let serial: UInt64
    let callback: NIOScheduledCallback
  }

  init(clock: ServerClock, loop: any EventLoop) {
    self.clock = clock
    self.loop = loop
  }

  /// Starts a timer; `runner` is called once `due` has come.
  mutating func start(_ timer: ServerTimer, due: LabInstant, for runner: ExchangeRunner) {
    cancel(timer)
    serial += 1
    let handler = TimerCallback(runner: runner, timer: timer, serial: serial, due: due)
    do {
      let callback = try loop.assumeIsolated().scheduleCallback(at: clock.deadline(of: due), handler: handler)
      running.append(Running(timer: timer, serial: serial, callback: callback))
    } catch {
      // The loop is ending, and the exchange is told so; a timer that can never run loses nothing.
    }
  }

  mutating func cancel(_ timer: ServerTimer) {
    guard let index = running.firstIndex(where: { $0.timer == timer }) else { return }
    running.remove(at: index).callback.cancel()
  }

  mutating func cancelAll() {
    for timer in running { timer.callback.cancel() }
    running.removeAll()
  }

  /// Whether the timer that came up is still wanted; if so, it has run.
  ///
  /// The loop takes several timers out at once, so that one may come up after another has cancelled it.
  mutating func redeem(serial: UInt64) -> Bool {
    guard let index = running.firstIndex(where: { $0.serial == serial }) else { return false }
    running.remove(at: index)
    return true
  }
}

/// What the event loop calls when a timer is due.
private struct TimerCallback: NIOScheduledCallbackHandler {
  let runner: ExchangeRunner
  let timer: ServerTimer
  let serial: UInt64
  let due: LabInstant

  func handleScheduledCallback(eventLoop: some EventLoop) {
    runner.timerCameUp(timer, serial: serial, due: due)
  }
}
