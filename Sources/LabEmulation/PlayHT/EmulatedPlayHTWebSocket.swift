import LabProviders
import LabStatistics
import LabTimeline

/// The server half of PlayHT's speech synthesis over a WebSocket, as it was until the service ended: every
/// message is a request, and requests are answered one after the other.
///
/// Source: Python SDK 0.1.14. Our client speaks HTTP; this is there for the SDK.
struct EmulatedPlayHTWebSocket: EmulatedExchange {
  private enum Timer {
    static let outbox = ServerTimer(0)
    static let delivery = ServerTimer(1)
  }

  /// A request that is not answered.
  private struct Job: Sendable {
    let body: PlayHTBody
    var delivery: SpeechDelivery
    var hasBegun = false
  }

  private let profiles: [String: TextToSpeechProfile]
  private var generator: SeededGenerator
  private var outbox = Outbox(timer: Timer.outbox)
  private var jobs: [Job] = []

  init(profiles: [String: TextToSpeechProfile], generator: SeededGenerator) {
    self.profiles = profiles
    self.generator = generator
  }

  mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]) {
    switch input {
    case .opened:
      let handshake = profiles["playht/play3.0-mini"]?.handshake ?? .fixed(.zero)
      outbox.add(.accept(headers: []), after: handshake.draw(using: &generator), at: now, into: &actions)
    case .message(.text(let text)): receive(text, at: now, into: &actions)
    case .message(.binary): refuse("A message must be text.", nil, into: &actions)
    case .timer(Timer.outbox): outbox.timerFired(at: now, into: &actions)
    case .timer: deliver(at: now, into: &actions)
    case .closed:
      outbox.clear()
      jobs = []
    }
  }

  private mutating func receive(_ text: String, at now: LabInstant, into actions: inout [ServerAction]) {
    guard let body = JSONText.read(PlayHTBody.self, from: text),
      let profile = profiles[body.provider]
    else { return refuse("The message must name a text and a known voice_engine.", nil, into: &actions) }
    if let fault = body.fault { return refuse(fault, body.requestID, into: &actions) }
    var delivery = SpeechDelivery(profile: profile, sampleRate: body.audio.sampleRate, speed: body.speed ?? 1)
    delivery.add(body.text, at: now, using: &generator)
    jobs.append(Job(body: body, delivery: delivery))
    deliver(at: now, into: &actions)
  }

  private mutating func deliver(at now: LabInstant, into actions: inout [ServerAction]) {
    while !jobs.isEmpty {
      for piece in jobs[0].delivery.pieces(at: now) { say(piece, into: &actions) }
      guard jobs[0].delivery.isEmpty else { break }
      jobs.removeFirst()
    }
    if let due = jobs.first?.delivery.due { actions.append(.setTimer(Timer.delivery, after: due - now)) }
  }

  private mutating func say(_ piece: SpeechDelivery.Piece, into actions: inout [ServerAction]) {
    let body = jobs[0].body
    if !jobs[0].hasBegun {
      jobs[0].hasBegun = true
      actions.append(.send(.text(mark("start", body)), received: nil))
      if body.isWave {
        let header = WaveHeader.streamed(sampleRate: body.audio.sampleRate, encoding: body.audio.encoding)
        actions.append(.send(.binary(header), received: nil))
      }
    }
    switch piece {
    case .audio(let bytes, _, let received):
      actions.append(.send(.binary(body.audio.encoding.encode(bytes)), received: received))
    case .finished: actions.append(.send(.text(mark("end", body)), received: nil))
    }
  }

  private func mark(_ type: String, _ body: PlayHTBody) -> String {
    "{\"type\":\"\(type)\",\"request_id\":\(body.requestID.map(JSONText.quoted) ?? "null")}"
  }

  private func refuse(_ message: String, _ requestID: String?, into actions: inout [ServerAction]) {
    let text =
      "{\"error\":\(JSONText.quoted(message)),\"request_id\":\(requestID.map(JSONText.quoted) ?? "null")}"
    actions.append(.send(.text(text), received: nil))
  }
}
