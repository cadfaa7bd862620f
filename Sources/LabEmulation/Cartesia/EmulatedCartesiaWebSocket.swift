import LabProviders
import LabStatistics
import LabTimeline

/// The server half of Cartesia's speech synthesis over a WebSocket with contexts.
///
/// Contexts are spoken at the same time, the inputs of one after each other. Text is kept until a sentence is
/// complete, `max_buffer_delay_ms` has passed, or a flush or the end of the context asks for it. Every voice
/// is known, every key is taken, and limits of plans are not kept. Phonemes are not timed.
///
/// Source: Cartesia API, version 2026-08-14, Python SDK 4.2.0. That an input to an expired context is
/// answered with an error, and the limit of silence on the wire, are assumptions.
struct EmulatedCartesiaWebSocket: EmulatedExchange {
  private enum Timer {
    static let outbox = ServerTimer(0)
    static let contexts = ServerTimer(1)
    static let idle = ServerTimer(2)
  }

  private static let idleLimit = Duration.seconds(300)
  /// How many ids of contexts that are over are remembered.
  private static let remembered = 64

  private let handshake: CartesiaHandshake
  private let handshakeLatency: LatencyModel
  private let call: EmulatedCall
  private var generator: SeededGenerator
  private var outbox = Outbox(timer: Timer.outbox)
  /// In the order in which they began.
  private var contexts: [CartesiaContext] = []
  private var ended: [String] = []
  private var lastActivity = LabInstant.origin
  private var isOver = false

  init(_ call: EmulatedCall, handshake latency: LatencyModel, generator: SeededGenerator) {
    self.call = call
    handshakeLatency = latency
    self.generator = generator
    handshake = CartesiaHandshake(call.request, requestID: self.generator.uuid())
  }

  mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]) {
    switch input {
    case .opened: open(at: now, into: &actions)
    case .message(let message):
      guard !isOver else { return }
      lastActivity = now
      receive(message, at: now, into: &actions)
      speak(at: now, into: &actions)
    case .timer(Timer.outbox): outbox.timerFired(at: now, into: &actions)
    case .timer(Timer.contexts): speak(at: now, into: &actions)
    case .timer: idle(at: now, into: &actions)
    case .closed:
      isOver = true
      outbox.clear()
      contexts = []
    }
  }

  private mutating func open(at now: LabInstant, into actions: inout [ServerAction]) {
    if let refusal = handshake.refusal {
      isOver = true
      return handshake.refuse(refusal, into: &actions)
    }
    lastActivity = now
    outbox.add(
      .accept(headers: [HeaderField("Cartesia-Request-ID", handshake.requestID)]),
      after: handshakeLatency.draw(using: &generator), at: now, into: &actions)
    actions.append(.setTimer(Timer.idle, after: Self.idleLimit))
  }

  /// Looks whether the connection has been idle for too long; if not, waits for the rest.
  private mutating func idle(at now: LabInstant, into actions: inout [ServerAction]) {
    guard !isOver else { return }
    let rest = (contexts.isEmpty ? lastActivity : now) + Self.idleLimit - now
    guard rest <= .zero else { return actions.append(.setTimer(Timer.idle, after: rest)) }
    isOver = true
    actions.append(.close(code: 1000, reason: "The connection was idle for five minutes."))
  }

  private mutating func receive(
    _ message: WireMessage, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    guard case .text(let text) = message,
      let input = JSONText.read(CartesiaGeneration.self, from: text)
    else { return refuse(.invalid("The message is not a JSON object of a request."), nil, into: &actions) }
    guard let id = input.contextID, !id.isEmpty else {
      return refuse(.invalid("context_id is required."), nil, into: &actions)
    }
    let index = contexts.firstIndex { $0.id == id }
    if input.cancel == true {
      if let index { contexts[index].cancel() }
      return
    }
    guard !ended.contains(id) else {
      return refuse(.invalid("The context is over or has expired."), id, into: &actions)
    }
    if let fault = input.fault(containers: ["raw"]) { return refuse(fault, id, into: &actions) }
    if let index { return extend(index, with: input, at: now, into: &actions) }
    guard let profile = call.profiles.textToSpeech["cartesia/" + (input.model ?? "")] else {
      return refuse(.noModel(input.model ?? ""), id, into: &actions)
    }
    guard let audio = input.audio else { return }
    contexts.append(CartesiaContext(input, id: id, audio: audio, profile: profile, at: now))
    contexts[contexts.count - 1].take(input, at: now, using: &generator)
  }

  private mutating func extend(
    _ index: Int, with input: CartesiaGeneration, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    let context = contexts[index]
    guard !context.isEnding else {
      return refuse(.invalid("The context takes no more inputs."), context.id, into: &actions)
    }
    guard context.fixedPart == input.fixedPart else {
      return refuse(
        .invalid("All inputs of a context must have the same model, voice, format and language."), context.id,
        into: &actions)
    }
    contexts[index].take(input, at: now, using: &generator)
  }

  /// Says what is due in all contexts, and forgets those that are over.
  private mutating func speak(at now: LabInstant, into actions: inout [ServerAction]) {
    for index in contexts.indices {
      for (text, received) in contexts[index].messages(at: now, using: &generator) {
        actions.append(.send(.text(text), received: received))
      }
    }
    ended += contexts.filter(\.isOver).map(\.id)
    ended.removeFirst(max(0, ended.count - Self.remembered))
    contexts.removeAll(where: \.isOver)
    if let due = contexts.compactMap(\.due).min() {
      actions.append(.setTimer(Timer.contexts, after: max(.zero, due - now)))
    } else {
      actions.append(.cancelTimer(Timer.contexts))
    }
  }

  /// Answers an input with an error; the connection and its contexts go on.
  private func refuse(_ error: CartesiaError, _ context: String?, into actions: inout [ServerAction]) {
    let text = CartesiaMessage.error(error, requestID: handshake.requestID, context: context)
    actions.append(.send(.text(text), received: nil))
  }
}
