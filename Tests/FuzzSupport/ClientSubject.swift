import LabProviders
import LabTimeline

/// A client session that inputs are thrown at.
struct ClientSubject: FuzzSubject {
  enum Session: Sendable {
    case hears(any SpeechToTextSession)
    case thinks(any LanguageModelSession)
    case speaks(any TextToSpeechSession)
    case converses(any SpeechToSpeechSession)
  }

  var session: Session
  var outcome = FuzzOutcome()
  private(set) var now = LabInstant.origin
  /// The connections that it opened, in order.
  private(set) var connections: [ConnectionKey] = []
  /// What it asked the driver for since the last step.
  private(set) var orders: [Order] = []

  enum Order: Sendable {
    case open(ConnectionKey, ConnectionRequest)
    case send(ConnectionKey, WireMessage)
    case close(ConnectionKey)
    case setTimer(SessionTimer, Duration)
    case cancelTimer(SessionTimer)
  }

  init(_ entry: ProviderEntry, catalogue: ProviderCatalogue = .standard) throws {
    let rate =
      entry.sampleRates.contains(24_000) && entry.stage != .stt
      ? 24_000 : entry.sampleRates.first ?? 16_000
    let configuration = SessionConfiguration(apiKey: "key", sampleRate: rate, sessionID: "fuzz.0")
    session =
      switch entry.stage {
      case .stt: .hears(try catalogue.makeSpeechToText(entry.id, configuration: configuration))
      case .llm: .thinks(try catalogue.makeLanguageModel(entry.id, configuration: configuration))
      case .tts: .speaks(try catalogue.makeTextToSpeech(entry.id, configuration: configuration))
      case .s2s:
        .converses(try catalogue.makeSpeechToSpeech(entry.id, configuration: configuration))
      }
  }

  mutating func take(_ step: FuzzStep) {
    orders.removeAll(keepingCapacity: true)
    switch step {
    case .wait(let milliseconds): now = now + .milliseconds(milliseconds)
    case .arrives(let event, let number):
      receive(event, on: number < connections.count ? connections[max(0, number)] : ConnectionKey(number))
    case .timer(let number): fire(SessionTimer.allCases[abs(number % SessionTimer.allCases.count)])
    case .call(let call): perform(call)
    case .request, .input, .bytes: break
    }
  }

  private mutating func receive(_ event: WireEvent, on key: ConnectionKey) {
    let arrival = WireArrival(event)
    let now = now
    switch session {
    case .hears(var it):
      for event in moved({ it.receive(arrival, on: key, at: now, into: &$0) }) { heard(event) }
      session = .hears(it)
    case .thinks(var it):
      for event in moved({ it.receive(arrival, on: key, at: now, into: &$0) }) { thought(event) }
      session = .thinks(it)
    case .speaks(var it):
      for event in moved({ it.receive(arrival, on: key, at: now, into: &$0) }) { spoke(event) }
      session = .speaks(it)
    case .converses(var it):
      for event in moved({ it.receive(arrival, on: key, at: now, into: &$0) }) { conversed(event) }
      session = .converses(it)
    }
  }

  private mutating func fire(_ timer: SessionTimer) {
    let now = now
    switch session {
    case .hears(var it):
      for event in moved({ it.timerFired(timer, at: now, into: &$0) }) { heard(event) }
      session = .hears(it)
    case .thinks(var it):
      for event in moved({ it.timerFired(timer, at: now, into: &$0) }) { thought(event) }
      session = .thinks(it)
    case .speaks(var it):
      for event in moved({ it.timerFired(timer, at: now, into: &$0) }) { spoke(event) }
      session = .speaks(it)
    case .converses(var it):
      for event in moved({ it.timerFired(timer, at: now, into: &$0) }) { conversed(event) }
      session = .converses(it)
    }
  }

  private mutating func perform(_ call: FuzzCall) {
    let now = now
    switch session {
    case .hears(var it):
      for event in moved({ actions in
        switch call {
        case .open: it.open(at: now, into: &actions)
        case .append(let from, let count):
          it.append(audio: FuzzSound.bytes(from, count), at: now, into: &actions)
        case .speechStarted: it.speechStarted(at: now, into: &actions)
        case .speechIgnored: it.speechIgnored(at: now, into: &actions)
        case .finalize: it.finalize(at: now, into: &actions)
        case .close: it.close(at: now, into: &actions)
        default: break
        }
      }) { heard(event) }
      session = .hears(it)
    case .thinks(var it):
      for event in moved({ actions in
        switch call {
        case .request(let id, let text):
          it.request(RequestID(id), messages: [.init(role: .user, content: text)], at: now, into: &actions)
        case .cancel(let id): it.cancel(RequestID(id), at: now, into: &actions)
        default: break
        }
      }) { thought(event) }
      session = .thinks(it)
    case .speaks(var it):
      for event in moved({ actions in
        switch call {
        case .open: it.open(at: now, into: &actions)
        case .speak(let id, let text): it.speak(RequestID(id), text: text, at: now, into: &actions)
        case .clear: it.clear(at: now, into: &actions)
        case .close: it.close(at: now, into: &actions)
        default: break
        }
      }) { spoke(event) }
      session = .speaks(it)
    case .converses(var it):
      for event in moved({ actions in
        switch call {
        case .open: it.open(at: now, into: &actions)
        case .append(let from, let count):
          it.append(audio: FuzzSound.bytes(from, count), at: now, into: &actions)
        case .truncate(let id, let milliseconds):
          it.truncate(RequestID(id), heard: .milliseconds(milliseconds), at: now, into: &actions)
        case .close: it.close(at: now, into: &actions)
        default: break
        }
      }) { conversed(event) }
      session = .converses(it)
    }
  }

  /// Carries out what a session asks for, and gives what it tells.
  private mutating func moved<Event>(_ body: (inout [SessionAction<Event>]) -> Void) -> [Event] {
    var actions: [SessionAction<Event>] = []
    body(&actions)
    var events: [Event] = []
    for action in actions {
      switch action {
      case .open(let key, let request):
        connections.append(key)
        outcome.note("open")
        outcome.volume += request.body.count
        orders.append(.open(key, request))
      case .send(let key, let message):
        outcome.note("send")
        outcome.volume += message.byteCount
        orders.append(.send(key, message))
      case .close(let key):
        outcome.note("close")
        orders.append(.close(key))
      case .setTimer(let timer, let delay): orders.append(.setTimer(timer, delay))
      case .cancelTimer(let timer): orders.append(.cancelTimer(timer))
      case .emit(let event): events.append(event)
      }
    }
    return events
  }
}
