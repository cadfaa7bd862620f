import LabProviders
import LabTimeline

/// A client session of any stage, as a ``ProviderLane`` sees it.
protocol ProviderSession: Sendable {
  associatedtype Event: Hashable & Sendable

  /// Connects, where the protocol keeps a connection.
  mutating func open(at now: LabInstant, into actions: inout [SessionAction<Event>])
  /// Ends the session in the way the protocol asks for.
  mutating func close(at now: LabInstant, into actions: inout [SessionAction<Event>])
  mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [SessionAction<Event>])
  mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [SessionAction<Event>])
}

/// Any speech-to-text session.
struct AnySpeechToText: ProviderSession {
  var session: any SpeechToTextSession

  mutating func open(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    session.open(at: now, into: &actions)
  }
  mutating func close(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    session.close(at: now, into: &actions)
  }
  mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [SpeechToTextAction]
  ) {
    session.receive(arrival, on: connection, at: now, into: &actions)
  }
  mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [SpeechToTextAction]
  ) {
    session.timerFired(timer, at: now, into: &actions)
  }
}

/// Any language-model session; it has a connection for each request and nothing to open or close.
struct AnyLanguageModel: ProviderSession {
  var session: any LanguageModelSession

  mutating func open(at now: LabInstant, into actions: inout [LanguageModelAction]) {}
  mutating func close(at now: LabInstant, into actions: inout [LanguageModelAction]) {}
  mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [LanguageModelAction]
  ) {
    session.receive(arrival, on: connection, at: now, into: &actions)
  }
  mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [LanguageModelAction]
  ) {
    session.timerFired(timer, at: now, into: &actions)
  }
}

/// Any speech-synthesis session.
struct AnyTextToSpeech: ProviderSession {
  var session: any TextToSpeechSession

  mutating func open(at now: LabInstant, into actions: inout [TextToSpeechAction]) {
    session.open(at: now, into: &actions)
  }
  mutating func close(at now: LabInstant, into actions: inout [TextToSpeechAction]) {
    session.close(at: now, into: &actions)
  }
  mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [TextToSpeechAction]
  ) {
    session.receive(arrival, on: connection, at: now, into: &actions)
  }
  mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [TextToSpeechAction]
  ) {
    session.timerFired(timer, at: now, into: &actions)
  }
}

/// Any session that stands for the three others.
struct AnySpeechToSpeech: ProviderSession {
  var session: any SpeechToSpeechSession

  mutating func open(at now: LabInstant, into actions: inout [SpeechToSpeechAction]) {
    session.open(at: now, into: &actions)
  }
  mutating func close(at now: LabInstant, into actions: inout [SpeechToSpeechAction]) {
    session.close(at: now, into: &actions)
  }
  mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [SpeechToSpeechAction]
  ) {
    session.receive(arrival, on: connection, at: now, into: &actions)
  }
  mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [SpeechToSpeechAction]
  ) {
    session.timerFired(timer, at: now, into: &actions)
  }
}
