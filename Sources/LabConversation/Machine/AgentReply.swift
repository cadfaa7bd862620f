import LabTimeline

/// The agent's reply that is under way: its text, and how much of it is being spoken.
struct AgentReply: Sendable {
  let id: ReplyID
  /// Chunks are spoken as they become ready, not all at the end.
  private let isSpokenEagerly: Bool
  /// The service that heard the caller speaks it by itself: there is nothing to be cut and synthesised.
  let isSpokenByService: Bool
  private var chunker: SpeechChunker
  private(set) var chunks: [String] = []
  private(set) var text = ""
  private(set) var isTextComplete = false
  var isAudible = false

  init(id: ReplyID, settings: SessionSettings, isSpokenByService: Bool = false) {
    self.id = id
    self.isSpokenByService = isSpokenByService
    isSpokenEagerly = settings.enableEagerTTS
    chunker = SpeechChunker(settings: settings)
  }

  /// Takes a piece of the text, and speaks the chunks that it completes.
  mutating func append(
    _ piece: String, turn: Int, at now: LabInstant, into actions: inout [ConversationAction]
  ) {
    text += piece
    guard !isSpokenByService else { return }
    let ready = chunker.append(piece)
    if isSpokenEagerly || isTextComplete { speak(ready, turn: turn, at: now, into: &actions) }
  }

  /// The text is complete: what is left of it is spoken.
  ///
  /// - Returns: whether there was anything to speak.
  mutating func finish(
    turn: Int, at now: LabInstant, into actions: inout [ConversationAction]
  ) -> Bool {
    isTextComplete = true
    actions.append(.record(.llmDone, turn: turn, at: now))
    if !isSpokenByService {
      let rest = chunker.finish()
      let whole = text.trimmed
      speak(
        isSpokenEagerly ? rest : [whole].filter { !$0.isEmpty }, turn: turn, at: now, into: &actions)
      if chunks.isEmpty { return false }
    }
    actions.append(.finishSpeaking(id))
    return true
  }

  private mutating func speak(
    _ ready: [String], turn: Int, at now: LabInstant, into actions: inout [ConversationAction]
  ) {
    for chunk in ready {
      let index = chunks.count
      if index == 0 { actions.append(.record(.llmFirstSentence, turn: turn, at: now)) }
      chunks.append(chunk)
      actions.append(.speak(ChunkID(reply: id, index: index), chunk))
    }
  }

  /// Stops asking for, synthesising and playing it.
  func abandon(into actions: inout [ConversationAction]) {
    if !isTextComplete { actions.append(.cancelReply(id)) }
    if !chunks.isEmpty || isSpokenByService {
      actions.append(.clearSpeech(id))
      actions.append(.clearPlayout(id))
    }
  }

  /// The words of the reply that the caller could hear, to the nearest whole word.
  func text(heard: HeardReply) -> String {
    var pieces = Array(chunks.prefix(heard.wholeChunks))
    if heard.wholeChunks < chunks.count {
      let words = chunks[heard.wholeChunks].split(separator: " ")
      let count = Int((Double(words.count) * heard.fractionOfNext).rounded())
      if count > 0 { pieces.append(words.prefix(count).joined(separator: " ")) }
    }
    return pieces.joined(separator: " ")
  }

  /// How many words, as far as it was cut into chunks, nobody heard.
  func wordsUnheard(_ heard: HeardReply) -> Int {
    let all = chunks.reduce(0) { $0 + $1.split(separator: " ").count }
    return max(0, all - text(heard: heard).split(separator: " ").count)
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
