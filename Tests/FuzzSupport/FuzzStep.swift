public import LabEmulation
public import LabProviders

/// One thing that happens to a parser: something arrives, its own side asks for something, or time passes.
public enum FuzzStep: Hashable, Sendable {
  /// Something arrives at a client session, on the connection of that number in the order of opening.
  case arrives(WireEvent, on: Int)
  /// A client opens a connection to a emulator.
  case request(ConnectionRequest)
  /// Something arrives at a emulator.
  case input(ServerInput)
  /// The pipeline asks a client session for something.
  case call(FuzzCall)
  /// A timer of a client session fires, by its place among all.
  case timer(Int)
  /// Time passes, and what is due happens.
  case wait(milliseconds: Int)
  /// Bytes for a parser without a state.
  case bytes([UInt8])
}

/// What a pipeline asks of a client session.
public enum FuzzCall: Hashable, Sendable {
  case open, speechStarted, speechIgnored, finalize, clear, close
  /// A piece of ``FuzzSound``.
  case append(from: Int, count: Int)
  case request(Int, String)
  case speak(Int, String)
  case cancel(Int)
  case truncate(Int, milliseconds: Int)
}

/// One input of a parser: what happens after the beginning of a real exchange.
public struct FuzzInput: Hashable, Sendable {
  /// Which of the parser's exchanges it continues.
  public var talk: Int
  /// How many steps of that exchange come before it.
  public var position: Int
  public var steps: [FuzzStep]

  public init(talk: Int, position: Int, steps: [FuzzStep]) {
    self.talk = talk
    self.position = position
    self.steps = steps
  }
}

extension FuzzStep {
  /// The part of the step that a peer chooses freely; `nil` where there is none.
  var payload: [UInt8]? {
    get {
      switch self {
      case .arrives(.message(.text(let text)), _), .input(.message(.text(let text))): Array(text.utf8)
      case .arrives(.message(.binary(let bytes)), _), .input(.message(.binary(let bytes))): bytes
      case .arrives(.body(let bytes), _), .bytes(let bytes): bytes
      case .arrives(.closed(_, let reason), _): Array(reason.utf8)
      case .request(let request): request.body.isEmpty ? nil : request.body
      default: nil
      }
    }
    set {
      let bytes = newValue ?? []
      switch self {
      case .arrives(.message(.text), let key): self = .arrives(.message(.text(text(bytes))), on: key)
      case .arrives(.message(.binary), let key): self = .arrives(.message(.binary(bytes)), on: key)
      case .arrives(.body, let key): self = .arrives(.body(bytes), on: key)
      case .arrives(.closed(let code, _), let key):
        self = .arrives(.closed(code: code, reason: text(bytes)), on: key)
      case .input(.message(.text)): self = .input(.message(.text(text(bytes))))
      case .input(.message(.binary)): self = .input(.message(.binary(bytes)))
      case .request(var request):
        request.body = bytes
        self = .request(request)
      case .bytes: self = .bytes(bytes)
      default: break
      }
    }
  }
}

/// Text as a transport hands it on: broken bytes become U+FFFD.
func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
