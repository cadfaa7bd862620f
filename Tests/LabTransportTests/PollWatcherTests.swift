import Testing

@testable import LabTransport

@Suite("HTTP loop over poll")
struct PollWatcherTests {
  @Test("watches several signals, forgets one, and reports only what is raised")
  func watches() throws {
    let signals = try (0..<3).map { _ in try WakeSignal() }
    let watcher = PollWatcher()
    for signal in signals { watcher.watch(signal.descriptor, for: .reading) }
    var ready: [(socket: Int32, readiness: SocketReadiness)] = []
    watcher.wait(milliseconds: 0, ready: &ready)
    #expect(ready.isEmpty)
    signals[0].raise()
    signals[2].raise()
    signals[2].raise()
    watcher.wait(milliseconds: 1000, ready: &ready)
    #expect(Set(ready.map(\.socket)) == [signals[0].descriptor, signals[2].descriptor])
    watcher.watch(signals[0].descriptor, for: [])
    signals[2].clear()
    watcher.wait(milliseconds: 0, ready: &ready)
    #expect(ready.isEmpty)
  }

  @Test("carries an exchange as the system's own watcher does")
  func carriesAnExchange() throws {
    let server = try ScriptedServer { $0.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok") }
    let inbox = DriverInbox()
    let commands = BatchQueue<HTTPCommand>()
    let signal = try WakeSignal()
    let loop = try HTTPLoop(
      settings: TransportSettings(), sink: inbox, commands: commands, signal: signal, watcher: PollWatcher())
    let thread = try DedicatedThread(priority: .ordinary) { loop.run() }
    _ = commands.append(
      .start(TransportID(1), HTTPRequest(method: "GET", url: "http://127.0.0.1:\(server.port)/")))
    signal.raise()
    let log = EventLog.gather(from: inbox)
    _ = commands.append(.stop)
    signal.raise()
    thread.join()
    try server.stop()
    #expect(log.body == "ok")
    #expect(log.outline == ["opened", "body", "bodyEnded"])
  }
}
