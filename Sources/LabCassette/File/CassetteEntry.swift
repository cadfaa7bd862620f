public import LabProviders
public import LabTimeline

/// A connection of a recorded conversation: the stage that it serves and its numbers there.
public struct CassetteConnection: Hashable, Sendable {
  public var stage: Stage
  /// Counts the sessions that the stage had.
  public var generation: Int
  /// The session's own number for it.
  public var key: Int

  public init(stage: Stage, generation: Int, key: Int) {
    self.stage = stage
    self.generation = generation
    self.key = key
  }

  /// As it stands in a cassette, e.g. `stt.0.0`; `nil` when the text is none.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let stage = Stage(rawValue: String(parts[0])), let generation = Int(parts[1]),
      let key = Int(parts[2])
    else { return nil }
    self.init(stage: stage, generation: generation, key: key)
  }

  /// As it stands in a cassette.
  public var text: String { "\(stage.rawValue).\(generation).\(key)" }
}

/// What happened at the wire of a conversation. Instants count from the conversation's beginning.
public enum CassetteEntry: Hashable, Sendable {
  /// The client opened a connection.
  case opened(CassetteConnection, CassetteRequest, at: LabInstant)
  /// The client sent a message.
  case sent(CassetteConnection, CassetteMessage, at: LabInstant)
  /// The client closed a connection; nothing arrives from it any more.
  case closed(CassetteConnection, at: LabInstant)
  /// Something arrived, at the stamp that the thread at the socket gave it.
  case received(CassetteConnection, CassetteArrival, at: LabInstant)
  /// The client's own timer was due and was served.
  case timer(String, due: LabInstant, at: LabInstant)
  /// A turn was over.
  case turnEnded(at: LabInstant)

  /// When it happened.
  public var instant: LabInstant {
    switch self {
    case .opened(_, _, let at), .sent(_, _, let at), .closed(_, let at), .received(_, _, let at),
      .timer(_, _, let at), .turnEnded(let at):
      at
    }
  }
}

/// How a connection was asked for, without anything that authorises.
public struct CassetteRequest: Hashable, Sendable {
  /// `websocket`, or the method of an HTTP request.
  public var transport: String
  /// The path with its query; values that may hold a key are hidden.
  public var target: String
  /// The names of the headers; values are never kept.
  public var headers: [String]
  /// The name that the client gave the session or the request, by which a server can tell which one it is.
  public var session: String?
  /// The body's size in bytes.
  public var size: Int
  /// The body; kept by flag only.
  public var text: String?

  public init(
    transport: String, target: String, headers: [String], session: String? = nil, size: Int,
    text: String? = nil
  ) {
    self.transport = transport
    self.target = target
    self.headers = headers
    self.session = session
    self.size = size
    self.text = text
  }

  /// The transport of a WebSocket.
  public static let webSocket = "websocket"

  /// What tells requests of one session apart from those of others: transport, path and session.
  public var signature: String {
    "\(transport) \(target.prefix { $0 != "?" }) \(session ?? "")"
  }
}

/// A message of the client on a WebSocket.
public struct CassetteMessage: Hashable, Sendable {
  /// `binary`, the type that a JSON message names, or `text`.
  public var kind: String
  /// The payload's size in bytes.
  public var size: Int
  /// Whether it carries sound, so that it is one of a stream paced by the microphone.
  public var isAudio: Bool
  /// Whether its sound has a sample of −40 dBFS or more, so that somebody may be speaking.
  public var isLoud: Bool
  /// The message; kept by flag only.
  public var text: String?
  /// The sound; kept by flag only.
  public var audio: [UInt8]?

  public init(
    kind: String, size: Int, isAudio: Bool, isLoud: Bool = false, text: String? = nil, audio: [UInt8]? = nil
  ) {
    self.kind = kind
    self.size = size
    self.isAudio = isAudio
    self.isLoud = isLoud
    self.text = text
    self.audio = audio
  }

  /// A keep-alive, which nothing answers.
  var isKeepAlive: Bool {
    let name = kind.lowercased().filter { $0.isLetter }
    return name == "keepalive" || name == "ping"
  }
}

/// Something that arrived.
public struct CassetteArrival: Hashable, Sendable {
  /// The event as a session takes it: with its content, or with the content's stand-in.
  public var event: WireEvent
  /// The stand-in of a sound, from which the event's bytes are made.
  public var runs: AudioRuns?

  public init(_ event: WireEvent, runs: AudioRuns? = nil) {
    self.event = event
    self.runs = runs
  }
}
