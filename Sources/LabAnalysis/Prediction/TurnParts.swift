import LabRecord
import LabTimeline

/// A turn's voice to voice cut where the work of one service ends and that of the next begins.
///
/// Up to the commit everything hangs together: the silence that ends the turn and the transcript run side by
/// side, and whichever is later decides. So a speech-to-text service is taken with the whole of it, as it was
/// in a turn that it listened to. After the commit one thing follows the other: the model until the first
/// chunk is whole, then synthesis until it is heard. The three sum to `turn.v2v` to the nanosecond.
struct TurnParts: Hashable, Sendable {
  /// From the end of speech to the commit.
  var listening: Int64
  /// From the commit to the first speakable chunk.
  var thinking: Int64
  /// From there to the first audible sample at the sink.
  var speaking: Int64

  /// Cuts a turn; `nil` when it has no voice to voice, or no commit or chunk to be cut at.
  init?(_ turn: MeasuredTurn) {
    guard let parts = turn.contributions,
      let commit = parts.lastIndex(where: { $0.name == "turn.commit" }),
      let chunk = parts.lastIndex(where: { $0.name == "llm.first_sentence" }), commit < chunk
    else { return nil }
    func sum(_ parts: ArraySlice<Contribution>) -> Int64 { parts.reduce(0) { $0 + $1.nanoseconds } }
    listening = sum(parts[...commit])
    thinking = sum(parts[(commit + 1)...chunk])
    speaking = sum(parts[(chunk + 1)...])
  }

  /// Which turn it is, whatever services answered it: every cell holds the same conversations.
  struct Key: Hashable, Comparable {
    var conversation: String
    var iteration: Int
    var turn: Int

    /// The conversation that the turn is of.
    var had: Conversation { Conversation(name: conversation, iteration: iteration) }

    static func < (left: Key, right: Key) -> Bool {
      (left.conversation, left.iteration, left.turn) < (right.conversation, right.iteration, right.turn)
    }
  }

  /// Which conversation it is, whatever services answered it.
  struct Conversation: Hashable, Comparable {
    var name: String
    var iteration: Int

    static func < (left: Conversation, right: Conversation) -> Bool {
      (left.name, left.iteration) < (right.name, right.iteration)
    }
  }
}

/// A measured cell, ready to give parts of its turns away.
struct Donor {
  let cell: Cell
  let turns: [TurnParts.Key: TurnParts]
  /// Voice to voice of all its turns by their conversations, in milliseconds.
  let voiceToVoice: [TurnParts.Conversation: [Double]]

  init(_ measured: ComparedCell) {
    cell = measured.cell
    let counted = measured.turns.filter { $0.discarded == nil }
    var turns: [TurnParts.Key: TurnParts] = [:]
    for turn in counted {
      guard let parts = TurnParts(turn) else { continue }
      let key = TurnParts.Key(
        conversation: turn.conversation.name, iteration: turn.conversation.iteration, turn: turn.turn)
      turns[key] = turns[key] ?? parts
    }
    self.turns = turns
    var voiceToVoice: [TurnParts.Conversation: [Double]] = [:]
    for turn in counted {
      guard let value = turn.voiceToVoice?.milliseconds else { continue }
      let had = TurnParts.Conversation(name: turn.conversation.name, iteration: turn.conversation.iteration)
      voiceToVoice[had, default: []].append(value)
    }
    self.voiceToVoice = voiceToVoice
  }
}
