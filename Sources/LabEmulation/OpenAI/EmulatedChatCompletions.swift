import LabProviders
import LabStatistics
public import LabTimeline

/// The server half of OpenAI's chat completions, streamed or whole.
///
/// It answers with real sentences, one word a token, and counts tokens at four characters each. The head of the
/// response leaves with the first token, as the real service's does.
///
/// Source: OpenAI OpenAPI 2.3.0 (2026-08-21) and Python SDK 3.52.0.
public struct EmulatedChatCompletions: EmulatedExchange {
  private static let outboxTimer = ServerTimer(0)

  private let request: ConnectionRequest
  private let profile: LanguageModelProfile?
  private var generator: SeededGenerator
  private var outbox = Outbox(timer: outboxTimer)

  /// - Parameter profile: How the model behaves; `nil` when there is no such model.
  init(request: ConnectionRequest, profile: LanguageModelProfile?, generator: SeededGenerator) {
    self.request = request
    self.profile = profile
    self.generator = generator
  }

  public mutating func handle(
    _ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    switch input {
    case .opened: answer(at: now, into: &actions)
    case .timer: outbox.timerFired(at: now, into: &actions)
    case .closed: outbox.clear()
    case .message: break
    }
  }

  private mutating func answer(at now: LabInstant, into actions: inout [ServerAction]) {
    let requestID = "req_" + DeepgramHandshake.uuid(using: &generator).filter { $0 != "-" }
    guard ChatError.isAuthorised(request) else {
      return ChatError.unauthorised.send(requestID: requestID, into: &actions)
    }
    guard let asked = try? JSONText.decode(ChatRequest.self, from: request.body), !asked.messages.isEmpty
    else {
      return ChatError.malformed.send(requestID: requestID, into: &actions)
    }
    guard let profile else {
      return ChatError.unknownModel(asked.model).send(requestID: requestID, into: &actions)
    }
    let reply =
      profile.reply ?? ReplyBank.reply(to: asked, sentences: profile.sentences, using: &generator)
    let words = Self.tokens(of: reply)
    let chunk = ChatChunk(
      id: "chatcmpl-" + requestID.dropFirst(4).prefix(24), model: asked.model,
      includesUsage: asked.streamOptions?.includeUsage ?? false)
    let firstToken = profile.firstToken.draw(using: &generator)
    let head = ChatError.headers(requestID: requestID, milliseconds: Int(firstToken.milliseconds))
    if asked.stream ?? false {
      stream(words, chunk: chunk, asked: asked, head: head, after: firstToken, at: now, into: &actions)
    } else {
      let duration = words.dropFirst().reduce(firstToken) { sum, _ in
        sum + profile.tokenInterval.draw(using: &generator)
      }
      let body = chunk.whole(text: reply, promptTokens: asked.tokens, completionTokens: words.count)
      outbox.add(
        .respond(status: 200, headers: head + [HeaderField("Content-Type", "application/json")]),
        after: duration, at: now, into: &actions)
      outbox.add(.body(body, received: now), after: duration, at: now, into: &actions)
      outbox.add(.endBody, after: duration, at: now, into: &actions)
    }
  }

  private mutating func stream(
    _ words: [String], chunk: ChatChunk, asked: ChatRequest, head: [HeaderField], after delay: Duration,
    at now: LabInstant, into actions: inout [ServerAction]
  ) {
    guard let profile else { return }
    var due = now + delay
    func send(_ bytes: [UInt8], _ outbox: inout Outbox) {
      outbox.add(.body(bytes, received: now), due: due, at: now, into: &actions)
    }
    outbox.add(
      .respond(
        status: 200, headers: head + [HeaderField("Content-Type", "text/event-stream; charset=utf-8")]),
      due: due, at: now, into: &actions)
    send(chunk.role, &outbox)
    for (index, word) in words.enumerated() {
      if index > 0 { due = due + profile.tokenInterval.draw(using: &generator) }
      send(chunk.content(word), &outbox)
    }
    send(chunk.finish, &outbox)
    if chunk.includesUsage {
      send(chunk.usage(promptTokens: asked.tokens, completionTokens: words.count), &outbox)
    }
    send(ChatChunk.done, &outbox)
    outbox.add(.endBody, due: due, at: now, into: &actions)
  }

  /// Words as a tokeniser would cut them: each but the first with the space before it.
  private static func tokens(of text: String) -> [String] {
    text.split(separator: " ").enumerated().map { $0 == 0 ? String($1) : " " + $1 }
  }
}
