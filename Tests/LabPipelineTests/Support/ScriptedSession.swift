import LabConversation
import LabProviders
import LabRecord
import LabTimeline

@testable import LabPipeline

/// A session of any stage that tells what it is asked to by sending it, and tells an event when its name arrives.
struct ScriptedSession<Event: Hashable & Sendable>: Sendable {
  typealias Action = SessionAction<Event>

  /// What it tells when a text arrives.
  var events: [String: [Event]] = [:]
  var sendsUtterances = false
  let sampleRate = 24_000

  private func note(_ text: String, into actions: inout [Action]) {
    actions.append(.send(ConnectionKey(0), .text(text)))
  }

  mutating func open(at now: LabInstant, into actions: inout [Action]) {
    actions.append(.open(ConnectionKey(0), Self.request))
  }
  mutating func close(at now: LabInstant, into actions: inout [Action]) { note("close", into: &actions) }
  mutating func append(audio: [UInt8], at now: LabInstant, into actions: inout [Action]) {
    note("audio \(audio.count)", into: &actions)
  }
  mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant, into actions: inout [Action]
  ) {
    guard case .message(.text(let name)) = arrival.event else { return }
    actions += (events[name] ?? []).map { .emit($0) }
    note("after \(name)", into: &actions)
  }
  mutating func timerFired(_ timer: SessionTimer, at now: LabInstant, into actions: inout [Action]) {
    note("timer \(timer)", into: &actions)
  }

  static var request: ConnectionRequest {
    ConnectionRequest(transport: .webSocket, endpoint: .service("example.org"), target: "/", headers: [])
  }
}

extension ScriptedSession: SpeechToTextSession where Event == SpeechToTextEvent {
  mutating func speechStarted(at now: LabInstant, into actions: inout [Action]) {
    note("speech started", into: &actions)
  }
  mutating func speechIgnored(at now: LabInstant, into actions: inout [Action]) {
    note("speech ignored", into: &actions)
  }
  mutating func finalize(at now: LabInstant, into actions: inout [Action]) {
    note("finalize", into: &actions)
  }
}

extension ScriptedSession: LanguageModelSession where Event == LanguageModelEvent {
  mutating func request(
    _ id: RequestID, messages: [ChatMessage], at now: LabInstant, into actions: inout [Action]
  ) {
    note("request \(id.number)", into: &actions)
  }
  mutating func cancel(_ id: RequestID, at now: LabInstant, into actions: inout [Action]) {
    note("cancel \(id.number)", into: &actions)
  }
}

extension ScriptedSession: TextToSpeechSession where Event == TextToSpeechEvent {
  mutating func speak(_ id: RequestID, text: String, at now: LabInstant, into actions: inout [Action]) {
    note("speak \(id.number) \(text)", into: &actions)
  }
  mutating func clear(at now: LabInstant, into actions: inout [Action]) { note("clear", into: &actions) }
}

extension ScriptedSession: SpeechToSpeechSession where Event == SpeechToSpeechEvent {
  mutating func truncate(
    _ id: RequestID, heard: Duration, at now: LabInstant, into actions: inout [Action]
  ) {
    note("truncate \(id.number) \(heard.milliseconds)", into: &actions)
  }
}

/// What a lane asks of the driver, in words.
struct Wire {
  var out: [PipelineAction] = []
  /// How many sessions the stage had before the present one.
  var generation = 0

  /// Everything since this was last asked.
  mutating func take() -> [String] {
    defer { out = [] }
    return out.map(Self.text)
  }

  /// A text that arrives at a session.
  func arrival(_ text: String, at stage: Stage, generation: Int? = nil) -> ProviderInput {
    let address = ConnectionAddress(
      stage: stage, generation: generation ?? self.generation, key: ConnectionKey(0))
    return .arrival(address, WireArrival(.message(.text(text))))
  }

  static func text(_ action: PipelineAction) -> String {
    switch action {
    case .open(let address, _): "open \(address.stage).\(address.generation)"
    case .send(_, .text(let text)): text
    case .send(_, .binary(let bytes)): "\(bytes.count) bytes"
    case .close(let address): "close \(address.stage).\(address.generation)"
    case .setTimer(let timer, let at): "timer \(name(timer)) \(at.nanoseconds / 1_000_000)"
    case .cancelTimer(let timer): "cancel timer \(name(timer))"
    case .turnBegan(let turn): "turn \(turn) began"
    case .turnDiscarded: "turn discarded"
    case .turnEnded(let record): "turn \(record.turn) ended"
    case .utteranceBegan(let utterance, _): "utterance \(utterance)"
    case .soundSent: "sound"
    case .ended: "ended"
    }
  }

  private static func name(_ timer: PipelineTimer) -> String {
    switch timer {
    case .microphone: "microphone"
    case .playout: "playout"
    case .patience: "patience"
    case .device: "device"
    case .conversation(let timer): "\(timer)"
    case .session(let stage, let timer): "\(stage) \(timer)"
    case .recovery(let stage): "\(stage) recovery"
    }
  }
}

extension ProviderFailure {
  static let lost = ProviderFailure(code: "lost", message: "The connection was lost.")
}

extension RetrySchedule {
  /// Nothing is tried again.
  static var never: RetrySchedule { RetrySchedule(.none, seed: 0) }

  /// Everything is tried twice more, after 100 ms and 200 ms.
  static var twice: RetrySchedule { RetrySchedule(.twice, seed: 0) }
}

extension RecoveryPolicy {
  static let twice = RecoveryPolicy(
    retries: AttemptPolicy(
      count: 2, firstDelay: .milliseconds(100), stages: [.llm, .tts], reasons: ["lost"]),
    reconnect: AttemptPolicy(
      count: 2, firstDelay: .milliseconds(100), stages: [.stt], reasons: ["lost"]))
}
