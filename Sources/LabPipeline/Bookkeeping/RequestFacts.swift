import LabTimeline

/// The kinds of facts of a request to a stage, and of the connection that it needed.
struct RequestFacts {
  let requested: TurnEvent.Kind
  let retried: TurnEvent.Kind
  let connected: TurnEvent.Kind
  /// The steps of connecting, in their order: name resolved, connecting began, transport open, secured.
  let steps: [TurnEvent.Kind]
  /// What came of the request and is void when it is repeated, beside the connection.
  let answers: [TurnEvent.Kind]

  static let llm = RequestFacts(
    requested: .llmRequested, retried: .llmRetried, connected: .llmConnected,
    steps: [.llmNameResolved, .llmConnectBegan, .llmTransportOpen, .llmSecured],
    answers: [.llmRequestReceived, .llmFirstTokenSent, .llmFirstByte])

  static let tts = RequestFacts(
    requested: .ttsRequested, retried: .ttsRetried, connected: .ttsConnected,
    steps: [.ttsNameResolved, .ttsConnectBegan, .ttsTransportOpen, .ttsSecured],
    answers: [.ttsRequestReceived, .ttsFirstByteSent, .ttsFirstByte])

  /// What is void when the request is repeated.
  var voidWhenRetried: Set<TurnEvent.Kind> { Set(steps + answers + [connected]) }
}

extension TurnEvent.Kind {
  /// Facts of a reply, which are void when the turn is taken back before it is audible.
  static let ofReply = Set<TurnEvent.Kind>([
    .llmRequested, .llmRetried, .llmConnected, .llmRequestReceived, .llmFirstTokenSent, .llmFirstByte,
    .llmFirstToken, .llmFirstAnswerToken, .llmFirstSentence, .llmDone, .ttsRequested, .ttsRetried,
    .ttsConnected, .ttsRequestReceived, .ttsFirstByteSent, .ttsFirstByte, .s2sReplyStarted, .ttsFirstAudible,
    .ttsDone, .playoutStarted, .firstAudibleSample, .audibleSent,
  ]).union(RequestFacts.llm.steps + RequestFacts.tts.steps)
}
