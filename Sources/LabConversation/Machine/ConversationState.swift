/// What the conversation is doing. The names are those of the applications that the lab runs.
public enum ConversationState: String, Hashable, Sendable, CaseIterable {
  /// Nobody speaks. Left by speech, pause and end.
  case idle
  /// The caller speaks, or has paused for less than the endpointing policy asks for.
  case userSpeaking
  /// The caller has finished; the transcript is not settled yet. Left by a final transcript, a time-out, or
  /// the caller who goes on.
  case processingUserUtterance
  /// The reply was asked for and cannot be heard yet.
  case aiThinking
  /// The reply can be heard.
  case aiSpeaking
  /// The caller took the floor; the sink is not silent yet.
  case interrupted
  /// On hold: everything but resume and end is ignored.
  case paused
  /// Over.
  case ended
}

/// The number of a reply. What arrives for a reply that is no longer current is dropped.
public struct ReplyID: Hashable, Sendable, Comparable {
  public let number: Int

  public init(_ number: Int) {
    self.number = number
  }

  public static func < (left: ReplyID, right: ReplyID) -> Bool { left.number < right.number }
}

/// One chunk of a reply that is spoken as a whole; chunks count from 0 within their reply.
public struct ChunkID: Hashable, Sendable {
  public let reply: ReplyID
  public let index: Int

  public init(reply: ReplyID, index: Int) {
    self.reply = reply
    self.index = index
  }
}

/// The machine's timers; one of each can run.
public enum ConversationTimer: Hashable, Sendable, CaseIterable {
  /// The silence that ends a turn.
  case endpoint
  /// The silence after which a turn has probably ended.
  case eager
  /// The longest turn.
  case maximumTurn
  /// The longest wait for a settled transcript.
  case transcript
  /// The longest wait for an audible reply.
  case reply
  /// The longest session.
  case session
}
