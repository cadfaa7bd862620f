/// What an arrival from an engine means to its session.
enum EngineArrival {
  /// The engine was reached; it says by itself when it is ready.
  case opened(ConnectionSetup)
  case reply(EngineReply)
  /// The engine cannot go on; `isOver` when its connection has ended already.
  case lost(ProviderFailure, isOver: Bool)

  init(_ event: WireEvent) {
    switch event {
    case .opened(let head): self = .opened(head.setup)
    case .message(.text(let line)):
      do {
        self = .reply(try EngineReply(line: line))
      } catch {
        let failure = ProviderFailure(
          code: "bad_message", message: "The engine wrote a line that is not of the line protocol.")
        self = .lost(failure, isOver: false)
      }
    case .message(.binary), .body, .bodyEnded: self = .reply(.unknown)
    case .closed(let code, let reason):
      let words = reason.isEmpty ? "The engine ended." : reason
      self = .lost(.init(code: "lost", message: words, status: code), isOver: true)
    case .failed(let failure): self = .lost(ProviderFailure(failure), isOver: true)
    }
  }
}

extension ProviderFailure {
  static let engineNotReady = ProviderFailure(
    code: "timed_out", message: "The engine did not become ready in time.")

  static let engineSilent = ProviderFailure(code: "timed_out", message: "The engine went silent.")

  /// What the engine itself said went wrong.
  static func engine(_ message: String) -> ProviderFailure {
    let words = APIKey("").redacted(from: message)
    return ProviderFailure(code: "server_error", message: "The engine reported an error: \(words).")
  }
}
