import Foundation
import LabEmulation
import LabEmulatorServer
import LabProviders
import LabTimeline
import Testing

@Suite("Timers of exchanges", .timeLimit(.minutes(2)))
struct TimerTests {
  private let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

  @Test("a timer replaces the one of its key, a cancelled one never comes, equal ones come in order")
  func keys() throws {
    let script: ScriptedExchange.Script = { input, _ in
      switch input {
      case .opened:
        [
          .timer(1, milliseconds: 10), .timer(2, milliseconds: 10), .timer(3, milliseconds: 10),
          .timer(4, milliseconds: 10), .timer(1, milliseconds: 60), .cancelTimer(ServerTimer(2)),
          .timer(9, milliseconds: 100),
        ]
      case .timer(ServerTimer(9)): .whole("done")
      default: []
      }
    }
    try serving(by: script) { port, journal, _ in
      let client = try RawClient(port: port)
      client.send(get)
      _ = try client.take(through: "done")
      #expect(journal.awaitClosed())
      #expect(journal.inputs() == [.opened] + [3, 4, 1, 9].map { .timer(ServerTimer($0)) } + [.closed])
      let opened = try #require(journal.entries.first).at
      for (entry, delay) in zip(journal.entries.dropFirst(), [10, 10, 60, 100]) {
        #expect(opened.duration(to: entry.at) >= .milliseconds(delay))
      }
    }
  }

  @Test("a timer that is due together with the one that cancels it never comes")
  func cancelledWhenDue() throws {
    let script: ScriptedExchange.Script = { input, _ in
      switch input {
      case .opened:
        // The first three are due before the loop looks, so that it takes them out at once.
        blocked([
          .timer(1, milliseconds: 1), .timer(2, milliseconds: 2), .timer(3, milliseconds: 3),
          .timer(4, milliseconds: 60),
        ])
      case .timer(ServerTimer(1)): [.cancelTimer(ServerTimer(2)), .timer(3, milliseconds: 20)]
      case .timer(ServerTimer(4)): .whole("done")
      default: []
      }
    }
    try serving(by: script) { port, journal, _ in
      let client = try RawClient(port: port)
      client.send(get)
      _ = try client.take(through: "done")
      #expect(journal.awaitClosed())
      #expect(journal.inputs() == [.opened] + [1, 3, 4].map { .timer(ServerTimer($0)) } + [.closed])
    }
  }

  @Test("delays count from the input's arrival, so that slow work does not push a timer back")
  func absoluteDeadlines() throws {
    let script: ScriptedExchange.Script = { input, _ in
      switch input {
      case .opened: blocked([.timer(0, milliseconds: 10), .timer(1, milliseconds: 1000)])
      case .timer(ServerTimer(0)): .whole("done")
      default: []
      }
    }
    try serving(by: script) { port, journal, _ in
      let client = try RawClient(port: port)
      client.send(get)
      _ = try client.take(through: "done")
      let instants = journal.entries.map(\.at)
      // The work takes 15 ms. Counted from its end, the timer would come after 25.
      #expect(instants[0].duration(to: instants[1]) >= .milliseconds(15))
      #expect(instants[0].duration(to: instants[1]) < .milliseconds(500))
    }
  }
}

/// Keeps the event loop busy for 15 ms.
private func blocked(_ actions: [ServerAction]) -> [ServerAction] {
  usleep(15_000)
  return actions
}
