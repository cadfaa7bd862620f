import LabTimeline

/// Where a session was cut off that goes on: the caller says what comes next, turns are counted on, and time
/// goes on from the end of the last turn that was recorded. What the agent remembered is lost.
public struct SessionContinuation: Hashable, Sendable {
  /// Its place in the order of work.
  public var position: Int
  /// How many turns were recorded.
  public var turns: Int
  /// When the last of them ended, since the session began.
  public var elapsed: Duration

  /// - Parameter lines: The lines of a conversation without its closing one; `nil` when none of them is a
  ///   turn.
  init?(of lines: [RecordLine]) {
    let turns = lines.compactMap { line -> TurnRecord? in
      if case .turn(let turn) = line { turn } else { nil }
    }
    guard let last = turns.last else { return nil }
    position = last.conversation.position
    self.turns = last.turn + 1
    let end = turns.flatMap { $0.events.events.map(\.at.nanoseconds) }.max() ?? 0
    elapsed = .nanoseconds(end)
  }

  /// Counts a turn of the continued session on.
  package func shift(_ turn: inout TurnRecord) {
    turn.turn += turns
    turn.events = TurnTrace(events: turn.events.events.map { TurnEvent($0.kind, at: $0.at + elapsed) })
  }

  /// Counts the whole session.
  package func shift(_ end: inout ConversationRecord) {
    end.turns += turns
    end.nanoseconds += elapsed.nanoseconds
  }
}
