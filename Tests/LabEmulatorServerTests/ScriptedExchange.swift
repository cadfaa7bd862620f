import Foundation
import LabEmulation
import LabEmulatorServer
import LabProviders
import LabTimeline
import Synchronization

/// An exchange that notes what it sees and does what a test's function says.
struct ScriptedExchange: EmulatedExchange {
  typealias Script = @Sendable (ServerInput, LabInstant) -> [ServerAction]

  let number: Int
  let journal: Journal
  let script: Script

  mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]) {
    actions += script(input, now)
    journal.note(Journal.Entry(exchange: number, input: input, at: now))
  }
}

/// What the exchanges of a test saw.
final class Journal: Sendable {
  struct Entry: Sendable, Equatable {
    let exchange: Int
    let input: ServerInput
    let at: LabInstant
  }

  private let state = Mutex((entries: [Entry](), requests: [ConnectionRequest]()))

  var entries: [Entry] { state.withLock { $0.entries } }

  var requests: [ConnectionRequest] { state.withLock { $0.requests } }

  /// What one exchange saw, in order.
  func inputs(of exchange: Int = 0) -> [ServerInput] {
    entries.filter { $0.exchange == exchange }.map(\.input)
  }

  func note(_ entry: Entry) { state.withLock { $0.entries.append(entry) } }

  /// Notes a request and gives its exchange a number.
  func note(_ request: ConnectionRequest) -> Int {
    state.withLock {
      $0.requests.append(request)
      return $0.requests.count - 1
    }
  }

  /// Waits until exchanges were told `count` times that they are closed; gives up after 20 seconds.
  func awaitClosed(_ count: Int = 1) -> Bool {
    eventually { self.entries.count { $0.input == .closed } >= count }
  }
}

/// Waits until something holds; gives up after 20 seconds.
func eventually(_ holds: () -> Bool) -> Bool {
  let deadline = ContinuousClock.now.advanced(by: .seconds(20))
  while !holds() {
    guard ContinuousClock.now < deadline else { return false }
    usleep(500)
  }
  return true
}

/// A script that does the same for every exchange when it is opened, and nothing afterwards.
func answering(_ actions: [ServerAction]) -> ScriptedExchange.Script {
  { input, _ in input == .opened ? actions : [] }
}

/// Runs `body` against a server whose exchanges follow `script`, and stops the server.
func serving<Result>(
  _ settings: EmulatorServer.Settings = EmulatorServer.Settings(),
  by script: @escaping ScriptedExchange.Script, _ body: (Int, Journal, EmulatorServer) throws -> Result
) throws -> Result {
  let journal = Journal()
  let server = EmulatorServer(settings: settings) { request in
    ScriptedExchange(number: journal.note(request), journal: journal, script: script)
  }
  let port = try server.start()
  do {
    let result = try body(port, journal, server)
    try server.stop()
    return result
  } catch {
    try server.stop()
    throw error
  }
}

extension [ServerAction] {
  /// A whole response with a length.
  static func whole(_ text: String, status: Int = 200, _ headers: [HeaderField] = []) -> [ServerAction] {
    [
      .respond(status: status, headers: headers + [HeaderField("Content-Length", String(text.utf8.count))]),
      .body(text), .endBody,
    ]
  }
}

extension ServerAction {
  static func body(_ text: String) -> ServerAction { .body([UInt8](text.utf8), received: nil) }

  static func send(_ text: String) -> ServerAction { .send(.text(text), received: nil) }

  static func timer(_ number: Int, milliseconds: Int) -> ServerAction {
    .setTimer(ServerTimer(number), after: .milliseconds(milliseconds))
  }
}
