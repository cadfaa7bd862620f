public import LabTimeline

/// A fact that reaches the conversation.
public enum ConversationInput: Hashable, Sendable {
  case start
  case pause
  case resume
  case end

  /// The detector says that speech began, with this confidence (0…1).
  case speechStarted(confidence: Double)
  /// Speech goes on; only of interest while the agent speaks.
  case speechContinued(confidence: Double)
  /// How the caller's voice ended; told before `speechEnded`, when it was listened for.
  case phraseEnded(PhraseMelody)
  /// The detector says that speech ended, and where it places the end.
  case speechEnded(located: LabInstant)

  /// The selective policy takes what is heard over the reply for a possible interruption, begun at `began`.
  case interruptionSuspected(began: LabInstant)
  /// It was one.
  case interruptionConfirmed
  /// It was none.
  case interruptionDismissed

  /// A transcript that may still change, for what was said since the last settled piece.
  case partialTranscript(String)
  /// A settled piece of the transcript.
  case finalTranscript(String, answersFinalize: Bool, endsUtterance: Bool)
  /// Speech to text was asked to settle and had nothing left to settle.
  case nothingToSettle
  /// The speech-to-text service says that the caller has finished.
  case providerEndOfTurn
  /// The speech-to-text service says that the caller has probably finished.
  case providerEagerEndOfTurn
  /// The speech-to-text service says that the caller goes on after all.
  case providerTurnResumed

  /// A service that hears and answers by itself takes the caller's turn for ended, and where it places the
  /// end of speech.
  case turnTaken(located: LabInstant?)

  /// A piece of the reply; `isAnswer` is false for reasoning, which is not spoken.
  case replyToken(ReplyID, String)
  /// The reply's text is complete.
  case replyFinished(ReplyID)
  /// The sink began to play the reply.
  case playoutStarted(ReplyID)
  /// The whole reply was heard.
  case playoutFinished(ReplyID)
  /// The sink is silent after it was told to be; how far the reply was heard.
  case playoutSilent(ReplyID, heard: HeardReply)

  /// A stage failed; `reply` is nil when no reply was concerned.
  case stageFailed(Stage, reason: String, reply: ReplyID?)
  case timerFired(ConversationTimer)
}

/// How far into a reply the caller could listen.
public struct HeardReply: Hashable, Sendable {
  /// Chunks that were heard from beginning to end.
  public var wholeChunks: Int
  /// The part of the next chunk that was heard, 0…1.
  public var fractionOfNext: Double

  public init(wholeChunks: Int, fractionOfNext: Double) {
    self.wholeChunks = wholeChunks
    self.fractionOfNext = fractionOfNext
  }

  /// Nothing was heard.
  public static let nothing = HeardReply(wholeChunks: 0, fractionOfNext: 0)
}
