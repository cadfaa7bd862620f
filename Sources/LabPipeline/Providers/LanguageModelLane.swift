import LabConversation
import LabProviders
import LabTimeline

/// Requests to the language model: the one that is under way, its repetition after a failure, and one that is
/// made before the turn is over.
///
/// Nothing of a reply that was asked for early goes any further before the turn is committed; then it is told
/// with the instants at which it happened.
struct LanguageModelLane: Sendable {
  /// What the lane tells.
  enum Fact: Sendable {
    /// The service told something.
    case told(Telling)
    /// A request was repeated.
    case retried(RequestID, prompt: [ChatMessage])
  }

  /// Something that the service told, and when.
  struct Telling: Sendable {
    let event: LanguageModelEvent
    let instant: LabInstant
    /// Whether it has just arrived; otherwise it was held back until now, and has been metered.
    var isNew = true
    /// Whether it goes on into the conversation; otherwise it is held back, or the request is repeated.
    var isCurrent = true
  }

  /// A request and how often it was repeated.
  private struct Question: Sendable {
    let id: RequestID
    let messages: [ChatMessage]
    var retries = 0
    /// Whether anything of the answer is there.
    var isAnswered = false
  }

  /// A request that was made before the turn is over, and what came of it so far.
  private struct EagerExchange: Sendable {
    var question: Question
    let requested: LabInstant
    var held: [Telling] = []
    /// The tokens that the service counted.
    var usage: TokenUsage?
    var hasFailed = false
  }

  private var provider: ProviderLane<AnyLanguageModel>
  private var facts = FactQueue<Fact>()
  private var question: Question?
  private var eager: EagerExchange?

  init(make: @escaping @Sendable () -> any LanguageModelSession) {
    provider = ProviderLane(.llm) { AnyLanguageModel(session: make()) }
  }

  /// Asks for a reply, or takes up the one that was asked for early under the same number.
  ///
  /// - Returns: when it was asked for, and whether that was now.
  mutating func request(
    _ id: RequestID, messages: [ChatMessage], at now: LabInstant, into out: inout [PipelineAction]
  ) -> (instant: LabInstant, isNew: Bool) {
    if let exchange = eager, exchange.question.id == id {
      eager = nil
      if !exchange.hasFailed {
        question = exchange.question
        facts.append(contentsOf: exchange.held.map { .told($0) })
        return (exchange.requested, false)
      }
    }
    question = Question(id: id, messages: messages)
    ask(id, messages, at: now, into: &out)
    return (now, true)
  }

  /// Asks for a reply before the turn is certain to be over.
  mutating func requestEagerly(
    _ id: RequestID, messages: [ChatMessage], at now: LabInstant, into out: inout [PipelineAction]
  ) {
    eager = EagerExchange(question: Question(id: id, messages: messages), requested: now)
    ask(id, messages, at: now, into: &out)
  }

  /// Abandons a reply that was asked for early.
  ///
  /// - Returns: whether there was one, and the tokens that the service counted for it.
  mutating func cancelEager(
    _ id: RequestID, at now: LabInstant, into out: inout [PipelineAction]
  ) -> (wasAsked: Bool, usage: TokenUsage?) {
    guard let exchange = eager, exchange.question.id == id else { return (false, nil) }
    eager = nil
    provider.command(at: now, into: &out) { $0.session.cancel(id, at: now, into: &$1) }
    return (true, exchange.usage)
  }

  /// Abandons a request.
  mutating func cancel(_ id: RequestID, at now: LabInstant, into out: inout [PipelineAction]) {
    out.append(.cancelTimer(.recovery(.llm)))
    question = nil
    provider.command(at: now, into: &out) { $0.session.cancel(id, at: now, into: &$1) }
  }

  mutating func handle(_ input: ProviderInput, at now: LabInstant, into out: inout [PipelineAction]) {
    guard case .recovery = input else { return provider.handle(input, at: now, into: &out) }
    guard let question else { return }
    facts.append(.retried(question.id, prompt: question.messages))
    ask(question.id, question.messages, at: now, into: &out)
  }

  /// What the lane tells next.
  mutating func poll(
    at now: LabInstant, retry: inout RetrySchedule, into out: inout [PipelineAction]
  ) -> Fact? {
    if let fact = facts.next() { return fact }
    guard let event = provider.poll(at: now, into: &out) else { return nil }
    var telling = Telling(event: event, instant: now)
    if event.request == eager?.question.id {
      hold(telling)
      telling.isCurrent = false
    } else if event.request == question?.id {
      if event.isAnswer { question?.isAnswered = true }
      if case .failed(_, let failure) = event {
        telling.isCurrent = !willRetry(after: failure, at: now, retry: &retry, into: &out)
      }
    }
    return .told(telling)
  }

  private mutating func ask(
    _ id: RequestID, _ messages: [ChatMessage], at now: LabInstant, into out: inout [PipelineAction]
  ) {
    provider.command(at: now, into: &out) { $0.session.request(id, messages: messages, at: now, into: &$1) }
  }

  private mutating func hold(_ telling: Telling) {
    var held = telling
    held.isNew = false
    eager?.held.append(held)
    switch telling.event {
    case .finished(_, _, let usage): eager?.usage = usage
    // The turn asks once more when it is committed.
    case .failed: eager?.hasFailed = true
    default: if telling.event.isAnswer { eager?.question.isAnswered = true }
    }
  }

  /// Plans another try of the request, when it failed before anything of its reply was there.
  private mutating func willRetry(
    after failure: ProviderFailure, at now: LabInstant, retry: inout RetrySchedule,
    into out: inout [PipelineAction]
  ) -> Bool {
    guard let question, !question.isAnswered,
      let wait = retry.wait(before: question.retries, after: failure, at: .llm)
    else { return false }
    self.question?.retries += 1
    out.append(.setTimer(.recovery(.llm), at: now + wait))
    return true
  }
}

extension LanguageModelEvent {
  /// The request that the event belongs to.
  var request: RequestID {
    switch self {
    case .connected(let id, _), .firstByte(let id), .reasoning(let id, _, _), .token(let id, _, _),
      .toolCall(let id, _, _), .finished(let id, _, _), .failed(let id, _):
      id
    }
  }

  /// Whether it is a part of the model's answer.
  fileprivate var isAnswer: Bool {
    switch self {
    case .reasoning, .token, .toolCall: true
    case .connected, .firstByte, .finished, .failed: false
    }
  }
}
