import LabProviders
import LabStatistics
import LabTimeline

/// The server half of a language model, streamed or whole; the codec knows how a service puts it.
///
/// It answers with real sentences, one word a token, and counts tokens at four characters each. Offered a
/// tool, it calls the first one, and answers once it has the result. The head of the response leaves with the
/// first token, as the real services' do.
struct EmulatedLanguageModel<Codec: LanguageModelCodec>: EmulatedExchange {
  private static var outboxTimer: ServerTimer { ServerTimer(0) }

  private let request: ConnectionRequest
  private let profile: LanguageModelProfile?
  private let service: LanguageModelService<Codec>
  private var generator: SeededGenerator
  private var outbox = Outbox(timer: outboxTimer)

  /// - Parameter profile: How the model behaves; `nil` when there is no such model.
  init(
    request: ConnectionRequest, profile: LanguageModelProfile?, generator: SeededGenerator,
    service: LanguageModelService<Codec> = .init()
  ) {
    self.request = request
    self.profile = profile
    self.service = service
    self.generator = generator
  }

  mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]) {
    switch input {
    case .opened: answer(at: now, into: &actions)
    case .timer: outbox.timerFired(at: now, into: &actions)
    case .closed: outbox.clear()
    case .message: break
    }
  }

  private mutating func answer(at now: LabInstant, into actions: inout [ServerAction]) {
    let name = generator.uuid().filter { $0 != "-" }
    guard service.isAuthorised(request) else {
      return refuse(service.refusal(.unauthorised, name), into: &actions)
    }
    guard let asked = Codec.read(request), !asked.texts.isEmpty else {
      return refuse(service.refusal(.malformed, name), into: &actions)
    }
    guard let profile else {
      return refuse(service.refusal(.unknownModel(asked.model), name), into: &actions)
    }
    let codec = service.codec(asked, name)
    let reply = reply(to: asked, as: profile, callID: "call_" + name.prefix(24))
    let firstToken = profile.firstToken.draw(using: &generator)
    let head = codec.headers(milliseconds: Int(firstToken.milliseconds))
    guard asked.streams else {
      let duration = reply.pieces.dropFirst().reduce(firstToken) { sum, _ in
        sum + profile.tokenInterval.draw(using: &generator)
      }
      return send(reply.whole(in: codec), head: head, after: duration, at: now, into: &actions)
    }
    beginStream(
      head + [HeaderField("Content-Type", "text/event-stream; charset=utf-8")], firstToken: firstToken,
      at: now, into: &actions)
    stream(
      reply.events(in: codec), interval: profile.tokenInterval, due: now + firstToken, at: now,
      into: &actions)
  }

  /// What the model says, in the pieces in which it is streamed.
  private enum Reply {
    case words([String])
    case call(ToolCall, fragments: [String])

    var pieces: [String] {
      switch self {
      case .words(let words): words
      case .call(_, let fragments): fragments
      }
    }

    func whole(in codec: Codec) -> [UInt8] {
      switch self {
      case .words(let words): codec.whole(text: words.joined(), tokens: words.count)
      case .call(let call, let fragments): codec.whole(call, fragments: fragments.count)
      }
    }

    func events(in codec: Codec) -> ReplyEvents {
      switch self {
      case .words(let words):
        ReplyEvents(
          opening: codec.opening,
          pieces: codec.thoughts + words.enumerated().map { codec.token($1, at: $0) },
          closing: codec.closing(text: words.joined(), tokens: words.count))
      case .call(let call, let fragments):
        ReplyEvents(
          opening: codec.opening(call),
          pieces: codec.thoughts + fragments.enumerated().map { codec.fragment($1, at: $0) },
          closing: codec.closing(call, fragments: fragments.count))
      }
    }
  }

  private mutating func reply(
    to asked: LanguageModelRequest, as profile: LanguageModelProfile, callID: String
  ) -> Reply {
    guard let tool = asked.tools.called else {
      let text =
        profile.reply ?? ReplyBank.reply(to: asked, sentences: profile.sentences, using: &generator)
      return .words(Self.tokens(of: text))
    }
    let arguments = tool.arguments(said: asked.texts.last ?? "")
    return .call(
      ToolCall(id: callID, name: tool.name, arguments: arguments), fragments: Self.fragments(of: arguments))
  }

  /// Sends a reply that is not streamed.
  private mutating func send(
    _ body: [UInt8], head: [HeaderField], after delay: Duration, at now: LabInstant,
    into actions: inout [ServerAction]
  ) {
    let headers = head + [HeaderField("Content-Type", "application/json")]
    outbox.add(.respond(status: 200, headers: headers), after: delay, at: now, into: &actions)
    outbox.add(.body(body, received: now), after: delay, at: now, into: &actions)
    outbox.add(.endBody, after: delay, at: now, into: &actions)
  }

  /// Sends the head: with the first token, or at once and then a comment now and then.
  private mutating func beginStream(
    _ head: [HeaderField], firstToken: Duration, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    let due = now + firstToken
    guard let keepAlive = service.keepAlive else {
      return outbox.add(.respond(status: 200, headers: head), due: due, at: now, into: &actions)
    }
    outbox.add(.respond(status: 200, headers: head), due: now, at: now, into: &actions)
    let comment = Array(":\(keepAlive.comment)\n\n".utf8)
    var next = now + keepAlive.every
    while next < due {
      outbox.add(.body(comment, received: now), due: next, at: now, into: &actions)
      next = next + keepAlive.every
    }
  }

  /// The bytes of a stream.
  private struct ReplyEvents {
    var opening: [[UInt8]]
    var pieces: [[UInt8]]
    var closing: [[UInt8]]
  }

  private mutating func stream(
    _ events: ReplyEvents, interval: LatencyModel, due: LabInstant, at now: LabInstant,
    into actions: inout [ServerAction]
  ) {
    var due = due
    func send(_ pieces: [[UInt8]], _ outbox: inout Outbox) {
      for bytes in pieces where !bytes.isEmpty {
        outbox.add(.body(bytes, received: now), due: due, at: now, into: &actions)
      }
    }
    send(events.opening, &outbox)
    for (index, piece) in events.pieces.enumerated() {
      if index > 0 { due = due + interval.draw(using: &generator) }
      send([piece], &outbox)
    }
    send(events.closing, &outbox)
    outbox.add(.endBody, due: due, at: now, into: &actions)
  }

  private func refuse(_ refusal: LanguageModelRefusal, into actions: inout [ServerAction]) {
    actions.answer(status: refusal.status, headers: refusal.headers, json: refusal.body)
  }

  /// Arguments in pieces of eight characters.
  private static func fragments(of text: String) -> [String] {
    let characters = Array(text)
    return stride(from: 0, to: characters.count, by: 8).map {
      String(characters[$0..<min($0 + 8, characters.count)])
    }
  }

  /// Words as a tokeniser would cut them: each but the first with the space before it.
  private static func tokens(of text: String) -> [String] {
    text.split(separator: " ").enumerated().map { $0 == 0 ? String($1) : " " + $1 }
  }
}
