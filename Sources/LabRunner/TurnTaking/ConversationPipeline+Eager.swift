import LabConversation
import LabProviders
import LabRecord
import LabTimeline

/// A request to the language model that was made before the turn is over, and what came of it so far.
struct EagerExchange: Sendable {
  let question: Recovery.Question
  let requested: LabInstant
  /// What the service told, held back until the turn is committed.
  var events: [(at: LabInstant, event: LanguageModelEvent)] = []
  /// The tokens that the service counted.
  var counted: TokenUsage?
  var hasFailed = false
}

/// Asking the language model on a likely end of the turn: nothing of the reply goes any further before the turn is
/// committed, and what it costs is booked whether it is used or not.
extension ConversationPipeline {
  mutating func requestEagerReply(
    _ id: ReplyID, turn: Int, messages: [PromptMessage], at now: LabInstant, into out: inout [PipelineAction]
  ) {
    let question = Recovery.Question(id: RequestID(id.number), messages: messages.map(ChatMessage.init))
    turnTaking.eager = EagerExchange(question: question, requested: now)
    ledger.update(turn) { entry in
      entry.usage.llmRequests += 1
      entry.usage.llmEagerRequests += 1
    }
    unmetered[question.id] = UnmeteredRequest(prompt: messages.map(\.content))
    llm.request(question.id, messages: question.messages, at: now, into: &llmActions)
    flushLanguageModel(at: now, into: &out)
  }

  /// The caller went on, or said something else: what was asked for is paid for and thrown away.
  mutating func cancelEagerReply(_ id: ReplyID, at now: LabInstant, into out: inout [PipelineAction]) {
    let request = RequestID(id.number)
    guard let exchange = turnTaking.eager, exchange.question.id == request else { return }
    turnTaking.eager = nil
    let estimate = unmetered[request]?.estimate
    let wasted = exchange.counted.map { (input: $0.input, output: $0.output) } ?? estimate ?? (0, 0)
    ledger.update(machine.turn) { entry in
      entry.usage.llmEagerCancelled += 1
      entry.usage.llmEagerInputTokens += wasted.input
      entry.usage.llmEagerOutputTokens += wasted.output
    }
    settle(request)
    llm.cancel(request, at: now, into: &llmActions)
    flushLanguageModel(at: now, into: &out)
  }

  /// Keeps what the service tells of a reply whose turn is not over; whether it was that.
  mutating func holdsBack(_ event: LanguageModelEvent, at now: LabInstant) -> Bool {
    guard let id = turnTaking.eager?.question.id, event.request == id else { return false }
    switch event {
    case .reasoning(_, let text, _), .token(_, let text, _): unmetered[id]?.reply += text
    case .finished(_, _, let usage): meter(id, usage)
    case .failed:
      // The turn asks once more when it is committed.
      if unmetered[id]?.reply.isEmpty == false { settle(id) } else { unmetered[id] = nil }
      turnTaking.eager?.hasFailed = true
    case .connected, .firstByte, .toolCall: break
    }
    turnTaking.eager?.events.append((now, event))
    return true
  }

  private mutating func meter(_ id: RequestID, _ usage: TokenUsage?) {
    turnTaking.eager?.counted = usage
    if let usage {
      unmetered[id] = nil
      ledger.update(machine.turn) { entry in
        entry.usage.llmInputTokens += usage.input
        entry.usage.llmCachedTokens += usage.cachedInput
        entry.usage.llmOutputTokens += usage.output
      }
    }
    settle(id)
  }

  /// The turn is committed, and its reply was asked for before: what came of it so far is told now, each fact noted
  /// at the instant at which it happened. Whether there was such a reply that is of use.
  mutating func takesUpEagerReply(
    _ id: ReplyID, turn: Int, at now: LabInstant, into out: inout [PipelineAction]
  ) -> Bool {
    guard let exchange = turnTaking.eager, exchange.question.id == RequestID(id.number) else { return false }
    turnTaking.eager = nil
    guard !exchange.hasFailed else { return false }
    recovery.question = exchange.question
    ledger.update(turn) { $0.trace.record(.llmRequested, at: exchange.requested) }
    for (instant, event) in exchange.events {
      replay(event, of: exchange, since: instant, at: now, into: &out)
    }
    return true
  }

  private mutating func replay(
    _ event: LanguageModelEvent, of exchange: EagerExchange, since instant: LabInstant, at now: LabInstant,
    into out: inout [PipelineAction]
  ) {
    switch event {
    case .connected(_, let setup):
      count(setup, turn: machine.turn)
      if let total = setup.total, !setup.isReused { note(.llmConnected, at: exchange.requested + total) }
    case .firstByte: note(.llmFirstByte, at: instant)
    case .reasoning(_, _, let farSide), .toolCall(_, _, let farSide): noteFirstToken(farSide, at: instant)
    case .token(let id, let text, let farSide):
      noteFirstToken(farSide, at: instant)
      note(.llmFirstAnswerToken, at: instant)
      tell(.replyToken(ReplyID(id.number), text), at: now, into: &out)
    case .finished(let id, _, _): tell(.replyFinished(ReplyID(id.number)), at: now, into: &out)
    case .failed: break
    }
  }
}

extension LanguageModelEvent {
  /// The request that the event belongs to.
  fileprivate var request: RequestID {
    switch self {
    case .connected(let id, _), .firstByte(let id), .reasoning(let id, _, _), .token(let id, _, _),
      .toolCall(let id, _, _), .finished(let id, _, _), .failed(let id, _):
      id
    }
  }
}
