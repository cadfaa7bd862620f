import LabProviders
import LabTimeline

/// A speech-to-text session that a test moves by hand, step by step.
struct ListeningSession {
  let key = ConnectionKey(0)
  var session: any SpeechToTextSession

  init(_ id: String, change: (inout SessionConfiguration) -> Void = { _ in }) throws {
    var configuration = SessionConfiguration(apiKey: "secret", sampleRate: 16_000, sessionID: "talk-1")
    change(&configuration)
    session = try ProviderCatalogue.standard.makeSpeechToText(id, configuration: configuration)
  }

  static func at(_ milliseconds: Int64) -> LabInstant { .init(nanoseconds: milliseconds * 1_000_000) }

  mutating func act(
    _ body: (inout any SpeechToTextSession, inout [SpeechToTextAction]) -> Void
  ) -> [SpeechToTextAction] {
    var actions: [SpeechToTextAction] = []
    body(&session, &actions)
    return actions
  }

  /// What the session asks to open.
  mutating func open() -> ConnectionRequest? {
    for case .open(_, let request) in act({ $0.open(at: .origin, into: &$1) }) { return request }
    return nil
  }

  mutating func arrives(_ event: WireEvent) -> [SpeechToTextAction] {
    let key = key
    return act { $0.receive(WireArrival(event), on: key, at: .origin, into: &$1) }
  }

  mutating func upgrades() -> [SpeechToTextAction] {
    arrives(.opened(.init(status: 101, headers: [], setup: .reused)))
  }

  mutating func hears(_ text: String) -> [SpeechToTextAction] { arrives(.message(.text(text))) }

  mutating func append(milliseconds: Int) -> [SpeechToTextAction] {
    act { $0.append(audio: [UInt8](repeating: 1, count: 32 * milliseconds), at: .origin, into: &$1) }
  }

  mutating func finalize() -> [SpeechToTextAction] { act { $0.finalize(at: .origin, into: &$1) } }
  mutating func close() -> [SpeechToTextAction] { act { $0.close(at: .origin, into: &$1) } }

  mutating func fires(_ timer: SessionTimer, at milliseconds: Int64 = 0) -> [SpeechToTextAction] {
    act { $0.timerFired(timer, at: Self.at(milliseconds), into: &$1) }
  }

  /// The failure that ends some actions.
  static func failure(in actions: [SpeechToTextAction]) -> ProviderFailure? {
    if case .emit(.failed(let failure)) = actions.last { failure } else { nil }
  }
}

extension [SpeechToTextAction] {
  /// The sizes of the audio messages that are sent, in milliseconds at 16 kHz.
  var sentMilliseconds: [Int] {
    compactMap { if case .send(_, .binary(let bytes)) = $0 { bytes.count / 32 } else { nil } }
  }

  var events: [SpeechToTextEvent] {
    compactMap { if case .emit(let event) = $0 { event } else { nil } }
  }
}
