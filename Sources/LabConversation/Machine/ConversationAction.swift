public import LabTimeline

/// What the conversation asks for. Turns are numbered from 0.
public enum ConversationAction: Hashable, Sendable {
  /// A turn begins: the caller was heard.
  case beginTurn(Int)
  /// A fact of a turn.
  case record(TurnEvent.Kind, turn: Int, at: LabInstant)
  /// Facts of a turn's reply are void: the caller went on speaking before it was audible.
  case forgetReply(turn: Int)
  /// The turn is over.
  case endTurn(Int, TurnOutcome)

  /// Ask speech to text to settle the transcript.
  case finalizeTranscript(turn: Int)
  /// Ask the language model for a reply; `transcript` is what the caller said in this turn.
  case requestReply(ReplyID, turn: Int, messages: [PromptMessage], transcript: String)
  /// Ask for a reply before the turn is certain to be over. A later `requestReply` with the same number takes
  /// it up.
  case requestEagerReply(ReplyID, turn: Int, messages: [PromptMessage])
  /// Abandon a reply that was asked for too soon; nobody has heard any of it.
  case cancelEagerReply(ReplyID)
  /// A service that answers by itself is about to.
  case awaitReply(ReplyID, turn: Int)
  /// Abandon a request to the language model.
  case cancelReply(ReplyID)
  /// Speak a chunk.
  case speak(ChunkID, String)
  /// No more chunks follow for this reply.
  case finishSpeaking(ReplyID)
  /// Tell speech synthesis to drop what it has not delivered.
  case clearSpeech(ReplyID)
  /// Make the sink silent at once; answered by `playoutSilent`.
  case clearPlayout(ReplyID)
  /// Pause the sink, or play more softly, while it is not clear whether the caller wants the floor.
  case holdPlayout(ReplyID)
  /// Play on where the sink was held.
  case resumePlayout(ReplyID)
  /// Something arrived for a reply that is no longer current.
  case dropStaleAnswer

  case startTimer(ConversationTimer, after: Duration)
  case cancelTimer(ConversationTimer)
}
