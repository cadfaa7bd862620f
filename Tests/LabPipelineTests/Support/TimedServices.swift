import LabConversation
import LabProviders
import LabRecord
import LabTimeline
import LabVoiceActivity

@testable import LabPipeline

/// Speech to text that settles 50 ms after it was asked to.
struct TimedRecogniser: SpeechToTextSession {
  mutating func open(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    actions.append(.emit(.ready(ConnectionSetup(isReused: false))))
  }
  mutating func append(audio: [UInt8], at now: LabInstant, into actions: inout [SpeechToTextAction]) {}
  mutating func finalize(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    actions.append(.setTimer(.finalize, after: .milliseconds(50)))
  }
  mutating func close(at now: LabInstant, into actions: inout [SpeechToTextAction]) {}
  mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [SpeechToTextAction]
  ) {}
  mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [SpeechToTextAction]
  ) {
    let final = FinalTranscript(text: "How big is it?", answersFinalize: true, endsUtterance: false)
    actions.append(.emit(.final(final)))
  }
}

/// A language model that answers after 200 ms, on a connection that took 60 ms of it.
struct TimedModel: LanguageModelSession {
  /// How many requests fail first.
  var failures = 0
  private var id: RequestID?

  init(failures: Int = 0) { self.failures = failures }

  static let setup = ConnectionSetup(
    isReused: false, nameLookup: .milliseconds(10), connect: .milliseconds(20), tls: .milliseconds(30))

  mutating func request(
    _ id: RequestID, messages: [ChatMessage], at now: LabInstant, into actions: inout [LanguageModelAction]
  ) {
    self.id = id
    actions.append(.setTimer(.deadline, after: .milliseconds(200)))
  }
  mutating func cancel(_ id: RequestID, at now: LabInstant, into actions: inout [LanguageModelAction]) {
    actions.append(.cancelTimer(.deadline))
  }
  mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [LanguageModelAction]
  ) {}
  mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [LanguageModelAction]
  ) {
    guard let id else { return }
    guard failures == 0 else {
      failures -= 1
      return actions.append(.emit(.failed(id, .lost)))
    }
    let usage = TokenUsage(input: 40, cachedInput: 8, output: 9, reasoning: 0)
    actions += [
      .emit(.connected(id, Self.setup)), .emit(.firstByte(id)),
      .emit(.token(id, "It is really quite big.", nil)), .emit(.finished(id, .stop, usage)),
    ]
  }
}

/// Speech synthesis that needs 100 ms and has a second to say.
struct TimedVoice: TextToSpeechSession {
  let sampleRate = 16_000
  private var pending: [RequestID] = []

  mutating func open(at now: LabInstant, into actions: inout [TextToSpeechAction]) {}
  mutating func speak(
    _ id: RequestID, text: String, at now: LabInstant, into actions: inout [TextToSpeechAction]
  ) {
    pending.append(id)
    actions.append(.setTimer(.deadline, after: .milliseconds(100)))
  }
  mutating func clear(at now: LabInstant, into actions: inout [TextToSpeechAction]) {
    pending = []
    actions.append(.cancelTimer(.deadline))
  }
  mutating func close(at now: LabInstant, into actions: inout [TextToSpeechAction]) {}
  mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [TextToSpeechAction]
  ) {}
  mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [TextToSpeechAction]
  ) {
    for id in pending {
      actions.append(.emit(.audio(id, Sound.bytes(Sound.tone(sampleRate)), nil)))
      actions.append(.emit(.finished(id)))
    }
    pending = []
  }
}

/// A service that hears the caller at 1.1 s, takes the turn for ended at 2.5 s and answers 300 ms later.
struct TimedConversation: SpeechToSpeechSession {
  let sampleRate = 16_000

  mutating func open(at now: LabInstant, into actions: inout [SpeechToSpeechAction]) {
    actions += [
      .emit(.ready(ConnectionSetup(isReused: false))), .setTimer(.keepAlive, after: .milliseconds(1100)),
      .setTimer(.finalize, after: .milliseconds(2500)), .setTimer(.deadline, after: .milliseconds(2800)),
    ]
  }
  mutating func append(audio: [UInt8], at now: LabInstant, into actions: inout [SpeechToSpeechAction]) {}
  mutating func truncate(
    _ id: RequestID, heard: Duration, at now: LabInstant, into actions: inout [SpeechToSpeechAction]
  ) {}
  mutating func close(at now: LabInstant, into actions: inout [SpeechToSpeechAction]) {}
  mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [SpeechToSpeechAction]
  ) {}
  mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [SpeechToSpeechAction]
  ) {
    let id = RequestID(0)
    switch timer {
    case .keepAlive: actions.append(.emit(.speechStarted))
    case .finalize: actions.append(.emit(.turnEnded(located: .milliseconds(2000))))
    default:
      let usage = SpeechToSpeechUsage(
        input: 50, audioInput: 30, cachedInput: 10, cachedAudioInput: 5, output: 20, audioOutput: 15)
      actions += [
        .emit(.replyStarted(id)), .emit(.text(id, "It is.")),
        .emit(.audio(id, Sound.bytes(Sound.tone(sampleRate)), nil)), .emit(.finished(id)),
        .emit(.usage(id, usage)), .emit(.transcript(turn: 0, "How big is it?")),
      ]
    }
  }
}

/// A detector that takes every loud frame for speech.
struct LoudnessDetector: VoiceActivityDetector {
  let sampleRate = DetectorSampleRate.hz16000
  private var end: Int64 = 0

  mutating func process(_ samples: Span<Int16>, emit: (VoiceFrame) -> Void) {
    var start = 0
    while start + 160 <= samples.count {
      let isLoud = (start..<start + 160).contains { abs(Int(samples[$0])) > 1000 }
      start += 160
      end += 160
      emit(VoiceFrame(endSample: end, probability: isLoud ? 1 : 0, levelDBFS: isLoud ? -20 : -70))
    }
  }

  mutating func reset() { end = 0 }
}

extension ScriptedUtterance {
  /// A second of sound that begins when it is said to.
  static func second(_ begins: UtteranceBeginning, kind: SoundKind = .speech) -> ScriptedUtterance {
    ScriptedUtterance(
      samples: Sound.tone(16_000), speech: 0..<16_000, transcript: "How big is it?", begins: begins,
      kind: kind)
  }
}

extension PipelineSetup {
  /// A caller who says what is given, with services that need no wire. The detector says at once when speech begins and
  /// ends, and buffers are 20 ms long.
  static func scripted(utterances: [ScriptedUtterance], model: TimedModel = TimedModel()) throws
    -> PipelineSetup
  {
    var settings = SessionSettings()
    settings.sampleRate = 16_000
    settings.bufferSize = 320
    settings.silenceThreshold = .milliseconds(700)
    settings.playoutBuffer = .zero
    settings.bargeInPolicy = .immediate
    let segmenter = SpeechSegmenter(
      settings: try SegmenterSettings(threshold: 0.5, contextWindow: 1, smoothingWindow: 1))
    return PipelineSetup(
      conversation: ConversationIdentity(position: 0, cell: 0, name: "talk", iteration: 0, isWarmup: false),
      settings: settings, systemPrompt: "Be brief.", script: CallerScript(utterances: utterances),
      detector: LoudnessDetector(), segmenter: segmenter, makeSpeechToText: { TimedRecogniser() },
      makeLanguageModel: { model }, makeTextToSpeech: { TimedVoice() })
  }
}
