import LabProviders
import LabTimeline

/// Stands for a service that a conversation does not have: nothing is sent to it, and nothing comes.
struct AbsentService: SpeechToTextSession, LanguageModelSession, TextToSpeechSession {
  let sampleRate = 24_000

  mutating func open(at now: LabInstant, into actions: inout [SpeechToTextAction]) {}
  mutating func append(audio: [UInt8], at now: LabInstant, into actions: inout [SpeechToTextAction]) {}
  mutating func finalize(at now: LabInstant, into actions: inout [SpeechToTextAction]) {}
  mutating func close(at now: LabInstant, into actions: inout [SpeechToTextAction]) {}
  mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [SpeechToTextAction]
  ) {}
  mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [SpeechToTextAction]
  ) {}

  mutating func request(
    _ id: RequestID, messages: [ChatMessage], at now: LabInstant, into actions: inout [LanguageModelAction]
  ) {}
  mutating func cancel(_ id: RequestID, at now: LabInstant, into actions: inout [LanguageModelAction]) {}
  mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [LanguageModelAction]
  ) {}
  mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [LanguageModelAction]
  ) {}

  mutating func open(at now: LabInstant, into actions: inout [TextToSpeechAction]) {}
  mutating func speak(
    _ id: RequestID, text: String, at now: LabInstant, into actions: inout [TextToSpeechAction]
  ) {}
  mutating func clear(at now: LabInstant, into actions: inout [TextToSpeechAction]) {}
  mutating func close(at now: LabInstant, into actions: inout [TextToSpeechAction]) {}
  mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [TextToSpeechAction]
  ) {}
  mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [TextToSpeechAction]
  ) {}
}
