public import LabTimeline

/// The first thing that a client did differently from the recorded one.
public struct PlaybackDeviation: Hashable, Sendable {
  public var at: LabInstant
  /// What it did, and what was recorded, in one clause.
  public var what: String
}

/// Compares what a client does with what was recorded.
struct PlaybackWatch: Sendable {
  private let recorded: [String]
  private var next = 0
  private(set) var deviation: PlaybackDeviation?

  init(_ conversation: RecordedConversation) {
    recorded = conversation.entries.compactMap { entry in
      switch entry {
      case .opened(let connection, let request, _): Self.words(connection, request)
      case .sent(let connection, let message, _): Self.words(connection, message)
      case .closed(let connection, _): Self.words(closing: connection)
      case .received, .timer, .turnEnded: nil
      }
    }
  }

  mutating func opened(_ connection: CassetteConnection, _ request: CassetteRequest, at now: LabInstant) {
    did(Self.words(connection, request), at: now)
  }

  mutating func sent(_ message: CassetteMessage, on connection: CassetteConnection, at now: LabInstant) {
    did(Self.words(connection, message), at: now)
  }

  mutating func closed(_ connection: CassetteConnection, at now: LabInstant) {
    did(Self.words(closing: connection), at: now)
  }

  mutating func finish(at now: LabInstant) {
    guard deviation == nil, next < recorded.count else { return }
    deviation = PlaybackDeviation(
      at: now, what: "the client was done, where it \(recorded[next]) when recorded")
  }

  private mutating func did(_ words: String, at now: LabInstant) {
    guard deviation == nil else { return }
    let expected = next < recorded.count ? "it \(recorded[next])" : "it was done"
    next += 1
    if expected != "it " + words {
      deviation = PlaybackDeviation(at: now, what: "the client \(words), where \(expected) when recorded")
    }
  }

  private static func words(_ connection: CassetteConnection, _ request: CassetteRequest) -> String {
    "opened \(connection.text) with \(request.size) bytes"
  }

  private static func words(_ connection: CassetteConnection, _ message: CassetteMessage) -> String {
    "sent “\(message.kind)” of \(message.size) bytes on \(connection.text)"
  }

  private static func words(closing connection: CassetteConnection) -> String { "closed \(connection.text)" }
}
