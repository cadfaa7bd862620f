import LabEmulation
import LabProviders
import LabTimeline
import TestSupport

/// A raw client of an emulated Realtime session: says events and keeps what comes back.
struct RealtimeTalk {
  private(set) var events: [JSONValue] = []
  private(set) var times: [LabInstant] = []
  private(set) var isClosed = false
  private(set) var now = LabInstant.origin
  private var exchange: any EmulatedExchange
  private var timers: [(at: LabInstant, timer: ServerTimer)] = []

  /// Opens a session and waits for its greeting.
  init(_ providers: EmulatedProviders, target: String = "/v1/realtime?intent=transcription") {
    exchange = providers.exchange(
      for: ConnectionRequest(
        transport: .webSocket, endpoint: .service("api.openai.com"), target: target,
        headers: [HeaderField("Authorization", "Bearer key")]))
    serve(.opened)
    wait(until: .ms(100))
  }

  var types: [String] { events.map { $0["type"]?.string ?? "" } }

  /// What was said of a type, with its instant.
  func said(_ type: String) -> [(at: LabInstant, event: JSONValue)] {
    zip(times, events).filter { $0.1["type"]?.string == type }.map { ($0.0, $0.1) }
  }

  mutating func say(_ event: String) { serve(.message(.text(event))) }

  mutating func append(bytes: [UInt8]) {
    say(#"{"type":"input_audio_buffer.append","audio":"\#(Base64Text.encoded(bytes))"}"#)
  }

  /// Appends sound at once.
  mutating func append(_ samples: [Int16]) { append(bytes: Recordings.bytes(samples)) }

  /// Appends sound at 24 kHz in pieces of 20 ms, each when its last sample was captured.
  mutating func stream(_ samples: [Int16]) {
    for start in stride(from: 0, to: samples.count, by: 480) {
      let piece = Array(samples[start...].prefix(480))
      wait(until: now + SamplePosition.duration(ofSamples: piece.count, sampleRate: 24_000))
      append(piece)
    }
  }

  mutating func wait(until end: LabInstant) {
    while let next = timers.indices.min(by: { timers[$0].at < timers[$1].at }), timers[next].at <= end {
      let (at, timer) = timers.remove(at: next)
      now = at
      serve(.timer(timer))
    }
    now = end
  }

  /// The text messages among what a server did.
  static func texts(_ actions: [ServerAction]) -> [String] {
    actions.compactMap { if case .send(.text(let text), _) = $0 { text } else { nil } }
  }

  private mutating func serve(_ input: ServerInput) {
    var actions: [ServerAction] = []
    exchange.handle(input, at: now, into: &actions)
    for action in actions {
      switch action {
      case .send(.text(let text), _):
        events.append((try? JSONValue(Array(text.utf8))) ?? .null)
        times.append(now)
      case .setTimer(let timer, let delay):
        timers.removeAll { $0.timer == timer }
        timers.append((now + delay, timer))
      case .cancelTimer(let timer): timers.removeAll { $0.timer == timer }
      case .close: isClosed = true
      default: break
      }
    }
  }
}
