import LabProviders
import LabStatistics
import LabTimeline

/// The server half of Deepgram's speech synthesis over a WebSocket (speak v1, Aura).
///
/// Text is kept until it is flushed; each flush is one text, spoken with a silence in front of it. The
/// service's limit of 20 flushes a minute is not enforced.
///
/// Source: Deepgram speak v1, SDK 7.17.0 and documentation of 2025-07.
struct EmulatedSpeakWebSocket: EmulatedExchange {
  private enum Timer {
    static let outbox = ServerTimer(0)
    static let delivery = ServerTimer(1)
  }

  /// The most characters of one message.
  private static let longestText = 2000

  private let handshake: DeepgramHandshake
  private let options: SpeakOptions
  private let profile: TextToSpeechProfile
  private var generator: SeededGenerator
  private var outbox = Outbox(timer: Timer.outbox)
  private var delivery: SpeechDelivery
  private var text = ""
  private var sequence = 0
  private var isClosing = false
  private var isOver = false

  init(request: ConnectionRequest, profile: TextToSpeechProfile, generator: SeededGenerator) {
    self.generator = generator
    self.profile = profile
    handshake = DeepgramHandshake(request: request, generator: &self.generator)
    options = SpeakOptions(handshake.query, defaultEncoding: "linear16")
    delivery = SpeechDelivery(profile: profile, sampleRate: options.sampleRate, speed: options.speed)
  }

  mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]) {
    switch input {
    case .opened: open(at: now, into: &actions)
    case .message(.text(let message)):
      if !isOver { receive(message, at: now, into: &actions) }
    case .message(.binary):
      fail(code: 1003, reason: "MESSAGE-0000: Unsupported frame type.", into: &actions)
    case .timer(Timer.outbox): outbox.timerFired(at: now, into: &actions)
    case .timer: deliver(at: now, into: &actions)
    case .closed:
      isOver = true
      outbox.clear()
      delivery.clear()
    }
  }

  private mutating func open(at now: LabInstant, into actions: inout [ServerAction]) {
    if let refusal = handshake.refusal ?? options.refusal {
      isOver = true
      return handshake.refuse(refusal, into: &actions)
    }
    let metadata =
      "{\"type\":\"Metadata\",\"request_id\":\"\(handshake.requestID)\","
      + "\"model_name\":\(JSONText.quoted(options.model)),\"model_version\":\"emulated\","
      + "\"model_uuid\":\"00000000-0000-4000-a000-000000000001\"}"
    let delay = profile.handshake.draw(using: &generator)
    outbox.add(.accept(headers: handshake.headers), after: delay, at: now, into: &actions)
    outbox.add(.send(.text(metadata), received: now), after: delay, at: now, into: &actions)
  }

  private mutating func receive(
    _ message: String, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    guard let command = JSONText.read(Command.self, from: message) else {
      return fail(code: 1008, reason: "DATA-0000: The message is not a known command.", into: &actions)
    }
    switch command.type {
    case "Speak":
      guard let more = command.text, more.count <= Self.longestText else {
        return fail(code: 1009, reason: "BIG-0001: The text has too many characters.", into: &actions)
      }
      text += more
    case "Flush": flush(at: now, into: &actions)
    case "Clear":
      text = ""
      delivery.clear()
      actions.append(.cancelTimer(Timer.delivery))
      reply("Cleared", received: now, into: &actions)
    case "Close":
      if !text.isEmpty { flush(at: now, into: &actions) }
      isClosing = true
      closeWhenDone(into: &actions)
    default: fail(code: 1008, reason: "DATA-0000: The message is not a known command.", into: &actions)
    }
  }

  private mutating func flush(at now: LabInstant, into actions: inout [ServerAction]) {
    guard !text.isEmpty else { return reply("Flushed", received: now, into: &actions) }
    delivery.add(text, at: now, using: &generator)
    text = ""
    deliver(at: now, into: &actions)
  }

  private mutating func deliver(at now: LabInstant, into actions: inout [ServerAction]) {
    for piece in delivery.pieces(at: now) {
      switch piece {
      case .audio(let bytes, _, let received): actions.append(.send(.binary(bytes), received: received))
      case .finished(let received): reply("Flushed", received: received, into: &actions)
      }
    }
    if let due = delivery.due { actions.append(.setTimer(Timer.delivery, after: due - now)) }
    closeWhenDone(into: &actions)
  }

  private mutating func reply(_ type: String, received: LabInstant, into actions: inout [ServerAction]) {
    actions.append(.send(.text("{\"type\":\"\(type)\",\"sequence_id\":\(sequence)}"), received: received))
    sequence += 1
  }

  private mutating func closeWhenDone(into actions: inout [ServerAction]) {
    guard isClosing, !isOver, delivery.isEmpty else { return }
    isOver = true
    actions.append(.close(code: 1000, reason: ""))
  }

  private mutating func fail(code: Int, reason: String, into actions: inout [ServerAction]) {
    guard !isOver else { return }
    isOver = true
    delivery.clear()
    actions.append(.cancelTimer(Timer.delivery))
    actions.append(.close(code: code, reason: reason))
  }

  private struct Command: Decodable {
    var type: String
    var text: String?
  }
}
