import LabConversation
import LabProviders
import LabRecord
public import LabTimeline
import LabVoiceActivity

/// One whole conversation: caller, microphone, detector, conversation machine, provider sessions and sink.
///
/// A value without clock, task or socket. Drivers move it: the offline driver in virtual time, the live driver in
/// real time, with the same code for every byte in between.
public struct ConversationPipeline: Sendable {
  let setup: PipelineSetup
  var machine: ConversationMachine
  var caller: Caller
  var ledger: TurnLedger
  var playout: Playout
  var detector: any VoiceActivityDetector
  var segmenter: SpeechSegmenter
  var turnTaking: TurnTakingSide

  var stt: any SpeechToTextSession
  var llm: any LanguageModelSession
  var tts: any TextToSpeechSession
  /// The service that hears and speaks by itself, with what is known of its turns.
  var s2s: SpeechToSpeechSide?
  /// What the caller holds in the hand; nil when it takes no time and never gets warm.
  var device: DeviceSide?
  /// The device and the policy for sound over the agent's voice; nil where the plan uses nothing of it.
  var bargeIn: BargeInSide?
  var generations: [ProviderStage: Int] = [.stt: 0, .llm: 0, .tts: 0, .s2s: 0]
  /// Why a stage's session cannot go on, until it is replaced.
  var broken: [ProviderStage: ProviderFailure] = [:]
  /// What is needed to ask or to connect once more.
  var recovery: Recovery

  /// Samples that the microphone has handed on.
  var position = 0
  var buffer: [Int16]
  /// The caller's voice on its way here, when the caller is elsewhere.
  var uplink: MediaUplink?
  var frames: [VoiceFrame] = []
  /// Joins buffers into messages for the service that listens.
  var soundMessages: SoundMessages
  /// The utterances whose last sound waits for its message to be full.
  var unsentUtterances: [Int] = []
  /// Audio sent to speech to text and not yet charged to a turn.
  var unchargedSamples = 0
  var sttOpened: LabInstant?
  /// The requests to the language model whose tokens nobody has counted yet.
  var unmetered: [RequestID: UnmeteredRequest] = [:]
  /// The chunk that each synthesis request speaks.
  var chunkOfRequest: [RequestID: ChunkID] = [:]
  var nextSpeechRequest = 0
  /// How many chunks the current reply was cut into so far.
  var nextChunkIndex = 0
  /// A turn has ended, and nobody has looked yet what the caller makes of it.
  var isFloorFree = false
  var isEnding = false
  /// Since when the sink is silent of a reply that is interrupted.
  var silence: LabInstant?
  private(set) var time = PipelineTime.virtual

  var sttActions: [SpeechToTextAction] = []
  var llmActions: [LanguageModelAction] = []
  var ttsActions: [TextToSpeechAction] = []
  var s2sActions: [SpeechToSpeechAction] = []
  var machineActions: [ConversationAction] = []

  public init(setup: PipelineSetup) {
    self.setup = setup
    let language = setup.script.utterances.first?.language ?? "en"
    machine = ConversationMachine(
      settings: setup.settings, systemPrompt: setup.systemPrompt, language: language)
    turnTaking = TurnTakingSide(
      settings: setup.settings, language: language, records: setup.recordsPauses)
    caller = Caller(script: setup.script, sampleRate: setup.settings.sampleRate)
    ledger = TurnLedger(script: setup.script)
    // Waits are shortened by chance alike wherever the conversation is had.
    recovery = Recovery(seed: UInt64(setup.conversation.iteration))
    detector = setup.detector
    segmenter = setup.segmenter
    stt = setup.makeSpeechToText()
    llm = setup.makeLanguageModel()
    tts = setup.makeTextToSpeech()
    s2s = setup.makeSpeechToSpeech.map { SpeechToSpeechSide(session: $0()) }
    bargeIn = BargeInSide(setup)
    device = setup.device.map(DeviceSide.init)
    uplink = setup.media?.uplink
    let samples = SamplePosition.samples(
      in: setup.settings.uplinkMessage, sampleRate: setup.settings.sampleRate)
    soundMessages = SoundMessages(byteCount: samples * 2)
    playout = Playout(
      sampleRate: s2s?.session.sampleRate ?? tts.sampleRate, buffer: setup.settings.playoutBuffer,
      keepsSound: bargeIn?.sink != nil)
    buffer = []
    playout.media = setup.media?.downlink
    buffer = [Int16](repeating: 0, count: wantedBufferCount)
  }

  /// Opens the sessions and starts the microphone, at the origin.
  ///
  /// - Parameter time: The time that the driver moves the conversation in.
  public mutating func start(in time: PipelineTime = .virtual, into out: inout [PipelineAction]) {
    let now = LabInstant.origin
    self.time = time
    ledger.wait = time.arrival?.wait
    stt.open(at: now, into: &sttActions)
    flushSpeechToText(at: now, into: &out)
    tts.open(at: now, into: &ttsActions)
    flushTextToSpeech(at: now, into: &out)
    s2s?.session.open(at: now, into: &s2sActions)
    flushSpeechToSpeech(at: now, into: &out)
    tell(.start, at: now, into: &out)
    out.append(.setTimer(.microphone, at: instant(of: buffer.count)))
  }

  /// Takes what the driver has and appends what it is to do.
  public mutating func handle(
    _ input: PipelineInput, at now: LabInstant, into out: inout [PipelineAction]
  ) {
    if isHeld(input, at: now, into: &out) { return }
    dispatch(input, at: now, into: &out)
    settleDown(at: now, into: &out)
  }

  mutating func settleDown(at now: LabInstant, into out: inout [PipelineAction]) {
    // Looked at last, when the machine has settled: an interrupted turn is followed by another at once.
    if isFloorFree, !isEnding {
      isFloorFree = false
      if machine.state == .idle { floorIsFree(at: now, into: &out) }
    }
    // The session's time is up.
    if machine.state == .ended, !isEnding { finish(at: now, failure: nil, into: &out) }
  }

  mutating func dispatch(
    _ input: PipelineInput, at now: LabInstant, into out: inout [PipelineAction]
  ) {
    switch input {
    case .timer(.microphone): microphoneBufferFull(at: now, into: &out)
    case .timer(.playout): lookAtSink(at: now, into: &out)
    case .timer(.device): break
    case .timer(.patience): callerGivesUp(at: now, into: &out)
    case .timer(.conversation(.maximumTurn)) where s2s != nil:
      // The service should have ended the turn long ago.
      tell(.stageFailed(.s2s, reason: "timed_out", reply: nil), at: now, into: &out)
    case .timer(.recovery(let stage)): recover(stage, at: now, into: &out)
    case .timer(.conversation(let timer)): conversationTimerFired(timer, at: now, into: &out)
    case .timer(.session(let stage, let timer)):
      switch stage {
      case .stt: stt.timerFired(timer, at: now, into: &sttActions)
      case .llm: llm.timerFired(timer, at: now, into: &llmActions)
      case .tts: tts.timerFired(timer, at: now, into: &ttsActions)
      case .s2s: s2s?.session.timerFired(timer, at: now, into: &s2sActions)
      }
      flush(stage, at: now, into: &out)
    case .arrival(let address, let arrival):
      guard address.generation == generations[address.stage] else { return }
      recovery.lastArrival[address.stage] = now
      if arrival.event.isLast { recovery.openKeys[address.stage]?.remove(address.key) }
      switch address.stage {
      case .stt: stt.receive(arrival, on: address.key, at: now, into: &sttActions)
      case .llm: llm.receive(arrival, on: address.key, at: now, into: &llmActions)
      case .tts: tts.receive(arrival, on: address.key, at: now, into: &ttsActions)
      case .s2s: s2s?.session.receive(arrival, on: address.key, at: now, into: &s2sActions)
      }
      flush(address.stage, at: now, into: &out)
    }
  }

  /// Passes a timer on, and first sees whether it ran out because a service has fallen silent.
  private mutating func conversationTimerFired(
    _ timer: ConversationTimer, at now: LabInstant, into out: inout [PipelineAction]
  ) {
    if timer == .transcript, machine.state == .processingUserUtterance, isSpeechToTextSilent() {
      return tell(.stageFailed(.stt, reason: "timed_out", reply: nil), at: now, into: &out)
    }
    if timer == .reply, machine.state == .aiThinking, !chunkOfRequest.isEmpty, recovery.lasting.contains(.tts)
    {
      broken[.tts] = ProviderFailure(code: "timed_out", message: "Speech synthesis went silent.")
    }
    tell(.timerFired(timer), at: now, into: &out)
  }

  /// The instant at which the microphone has captured that many samples.
  func instant(of samples: Int) -> LabInstant {
    .origin + SamplePosition.duration(ofSamples: samples, sampleRate: setup.settings.sampleRate)
  }

  /// Hands a fact to the conversation machine and carries out what it asks for.
  mutating func tell(_ input: ConversationInput, at now: LabInstant, into out: inout [PipelineAction]) {
    var actions: [ConversationAction] = []
    swap(&actions, &machineActions)
    machine.handle(input, at: now, into: &actions)
    for action in actions { carryOut(action, at: now, into: &out) }
    actions.removeAll(keepingCapacity: true)
    swap(&actions, &machineActions)
  }

  private mutating func flush(_ stage: ProviderStage, at now: LabInstant, into out: inout [PipelineAction]) {
    switch stage {
    case .stt: flushSpeechToText(at: now, into: &out)
    case .llm: flushLanguageModel(at: now, into: &out)
    case .tts: flushTextToSpeech(at: now, into: &out)
    case .s2s: flushSpeechToSpeech(at: now, into: &out)
    }
  }
}

extension WireEvent {
  /// Whether nothing can follow it on its connection.
  fileprivate var isLast: Bool {
    switch self {
    case .bodyEnded, .closed, .failed: true
    case .opened, .message, .body: false
    }
  }
}
