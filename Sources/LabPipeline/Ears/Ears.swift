import LabConversation
import LabProviders
import LabRecord
import LabTimeline
import LabVoiceActivity

/// What the pipeline knows of the caller by sound alone: the microphone, the detector, the melody of the
/// voice, and whether somebody wants to interrupt.
///
/// A buffer is heard in three steps: it is captured, it is analysed, and what was found is told frame by
/// frame, each when everything that followed from the one before is done.
struct Ears: Sendable {
  /// What the detector's frames come to.
  enum Fact: Sendable {
    /// Speech began. `held` is sound from before that was not handed on.
    case speechStarted(confidence: Double, held: [UInt8]?)
    /// Speech goes on over the agent's voice.
    case speechContinued(confidence: Double)
    case speechEnded(located: LabInstant, melody: PhraseMelody?)
    /// The speech that ended is nobody's turn.
    case speechIgnored
    /// The selective policy has made up its mind.
    case judged(BargeInJudge.Verdict)
    /// The detector can no longer judge.
    case failed(String)
  }

  /// What the ears have to know of the conversation.
  struct Floor: Hashable, Sendable {
    var state: ConversationState
    /// Whether what is heard may become an interruption.
    var isSuspected = false
  }

  private(set) var microphone: Microphone
  private var detector: any VoiceActivityDetector
  private var segmenter: SpeechSegmenter
  /// Listens for the melody; nil when nobody asks for it.
  private var tracker: ProsodyTracker?
  /// Writes down the pauses; nil when the plan does not ask for it.
  private var observer: PauseObserver?
  /// What speech to text gets of the microphone's sound.
  private var gate: SpeechGate
  private var bargeIn: BargeInDetection?
  /// Whether it has to be known what the sink plays, before a buffer is captured and before the sink changes.
  let hearsSink: Bool
  /// Whether the selective policy has to weigh the caller's words, which have changed.
  private(set) var wantsWords = false
  private let script: CallerScript
  /// Whether the driver wants to know the sound.
  private let tellsSound: Bool

  /// What the detector found and nobody was told yet.
  private var frames: [VoiceFrame] = []
  private var nextFrame = 0
  /// The frame that was told last, while what the policies make of it is not.
  private var told: (frame: VoiceFrame, endedSpeech: Bool)?

  init(_ setup: PipelineSetup, language: String, bufferSize: Int) {
    let settings = setup.settings
    microphone = Microphone(
      script: setup.script, sampleRate: settings.sampleRate, bufferSize: bufferSize,
      uplink: setup.media?.uplink)
    script = setup.script
    tellsSound = setup.tellsSound
    detector = setup.detector
    segmenter = setup.segmenter
    let hearsMelody = setup.recordsPauses || settings.endOfTurnPolicy == .adaptive
    tracker =
      hearsMelody ? DetectorSampleRate(rawValue: settings.sampleRate).map(ProsodyTracker.init) : nil
    observer = setup.recordsPauses ? PauseObserver(language: language) : nil
    gate = SpeechGate(
      streaming: settings.sttStreaming, preRoll: settings.preRoll, sampleRate: settings.sampleRate)
    bargeIn = BargeInDetection(setup)
    hearsSink = bargeIn?.hearsSink ?? false
  }

  // MARK: Sound

  /// Takes over what was heard at the sink until now.
  mutating func captureSink(_ playout: Playout, at now: LabInstant) {
    let position = SamplePosition.samples(in: now - .origin, sampleRate: microphone.sampleRate)
    bargeIn?.capture(playout, upTo: position)
  }

  /// Takes over what is heard at the sink while the next buffer is captured.
  mutating func captureSinkForNextBuffer(_ playout: Playout) {
    bargeIn?.capture(playout, upTo: microphone.position + microphone.nextCount)
  }

  /// The first step: captures a buffer, as the caller's device hands it on, and tells a driver that wants to
  /// know.
  ///
  /// - Parameters:
  ///   - next: How many samples the buffer after it will hold.
  ///   - isReplying: Whether the agent can be heard.
  /// - Returns: what truly happened at the caller's mouth.
  mutating func capture(
    next: Int, isReplying: Bool, into out: inout [PipelineAction]
  ) -> [Caller.Fact] {
    let facts = microphone.capture(next: next)
    for case .began(let utterance, let began, let ends) in facts {
      if tellsSound { out.append(.utteranceBegan(utterance, at: began)) }
      let (onset, end) = (microphone.instant(of: began), microphone.instant(of: ends))
      let kind = script.utterances[utterance].kind
      if isReplying { bargeIn?.began(kind, at: onset, ends: end) }
      observer?.callerBegan(utterance: utterance, began: onset, ends: end, isSpeech: kind == .speech)
    }
    let start = microphone.start
    bargeIn?.process(&microphone.buffer, from: start)
    if tellsSound { out.append(.soundSent(microphone.buffer, at: start)) }
    return facts
  }

  /// Puts what is heard from a caller who is elsewhere in the place of what was captured.
  mutating func receive(_ facts: [Caller.Fact]) -> [MediaUplink.End] { microphone.receive(facts) }

  /// Frames of the caller's way here that were made up since this was last asked.
  mutating func takeConcealed() -> Int { microphone.takeConcealed() }

  /// What speech to text gets of the buffer; nil for nothing.
  mutating func pass(_ bytes: [UInt8]) -> [UInt8]? { gate.pass(bytes) }

  /// Holds sound back from now on, if the plan wants that and nobody speaks.
  ///
  /// - Returns: whether sound went out until now.
  mutating func closeGate() -> Bool {
    guard !segmenter.isSpeaking, gate.isOpen else { return false }
    gate.close()
    return !gate.isOpen
  }

  /// The second step: has the detector judge the buffer. Touches nothing but this conversation.
  mutating func analyse() {
    let samples = microphone.buffer
    tracker?.hear(samples, isSpeech: segmenter.isSpeaking)
    var found: [VoiceFrame] = []
    swap(&found, &frames)
    detector.process(samples.span) { found.append($0) }
    swap(&found, &frames)
  }

  // MARK: What was found

  /// The third step, once for every fact: what was found in the buffer.
  mutating func poll(_ floor: Floor, at now: LabInstant) -> Fact? {
    while true {
      if let fact = judge(floor, at: now) { return fact }
      guard nextFrame < frames.count else { return endOfBuffer() }
      let raw = frames[nextFrame]
      nextFrame += 1
      let frame = bargeIn?.gated(raw, in: floor.state) ?? raw
      let event = segmenter.hear(frame)
      if case .speechEnded = event { told = (frame, true) } else { told = (frame, false) }
      if let fact = fact(of: event, frame, floor, at: now) { return fact }
    }
  }

  private mutating func fact(
    of event: SpeechEvent?, _ frame: VoiceFrame, _ floor: Floor, at now: LabInstant
  ) -> Fact? {
    let confidence = Double(frame.probability)
    switch event {
    case .speechStarted:
      observer?.speechStarted(at: now)
      if floor.state == .idle { bargeIn?.turnBegan(at: now) }
      return .speechStarted(confidence: confidence, held: gate.open())
    case .speechEnded(let located, _):
      let (melody, end) = (melody(before: located), microphone.instant(of: Int(located)))
      observer?.speechEnded(located: end, melody: melody, at: now)
      return .speechEnded(located: end, melody: melody)
    case nil:
      guard segmenter.isSpeaking, floor.state == .aiSpeaking else { return nil }
      return .speechContinued(confidence: confidence)
    }
  }

  /// What the policies make of the frame that was told last.
  private mutating func judge(_ floor: Floor, at now: LabInstant) -> Fact? {
    guard let (frame, endedSpeech) = told else { return nil }
    if endedSpeech {
      told = (frame, false)
      if !floor.state.isListening, !floor.isSuspected { return .speechIgnored }
    }
    told = nil
    return bargeIn?.hear(frame, in: floor.state, at: now).map { .judged($0) }
  }

  private mutating func endOfBuffer() -> Fact? {
    guard nextFrame > 0 else { return nil }
    nextFrame = 0
    frames.removeAll(keepingCapacity: true)
    return detector.failure.map { .failed($0.message) }
  }

  /// How the voice ended that fell silent at a sample of the microphone's stream.
  private func melody(before end: Int64) -> PhraseMelody? {
    tracker?.ending(before: end).map {
      PhraseMelody(height: Double($0.height), pitchSlope: Double($0.pitchSlope), level: Double($0.level))
    }
  }

  // MARK: What others know

  /// A turn begins.
  mutating func beginTurn() { tracker?.beginTurn() }

  /// Speech to text told something.
  mutating func heard(_ event: SpeechToTextEvent, at now: LabInstant) {
    switch event {
    case .partial(let text):
      observer?.heard(partial: text, at: now)
      heard(text, at: now)
    case .final(let final):
      observer?.heard(final: final.text, at: now)
      heard(final.text, at: now)
    case .endOfTurn: observer?.endOfTurn(at: now)
    default: break
    }
  }

  private mutating func heard(_ text: String, at now: LabInstant) {
    bargeIn?.heard(text, at: now)
    wantsWords = bargeIn?.weighsWords ?? false
  }

  /// Weighs everything that the caller was heard to say since the agent began to speak.
  mutating func judge(
    words: String, in state: ConversationState, at now: LabInstant
  ) -> BargeInJudge.Verdict? {
    wantsWords = false
    return bargeIn?.read(words, in: state, at: now)
  }

  /// Everything that was observed of the caller's pauses; nil when nothing was to be.
  var utterances: [UtterancePauses]? { observer?.utterances }

  // MARK: The reply

  /// The reply's first audible sample is heard.
  mutating func replyAudible(at now: LabInstant) {
    microphone.caller.replyBecameAudible(at: now)
    bargeIn?.replyAudible(at: now)
  }

  /// The reply was heard to its end.
  mutating func replyFinished(at now: LabInstant) { bargeIn?.finished(at: now) }

  /// The reply is held in the way that the settings name.
  mutating func replyHeld(at now: LabInstant) { bargeIn?.hold(at: now) }

  mutating func replyResumed(at now: LabInstant) { bargeIn?.resume(at: now) }

  /// The reply is cleared, and some of its words were not heard.
  mutating func replyCleared(wordsUnheard: Int) {
    bargeIn?.clear()
    bargeIn?.lost(words: wordsUnheard)
  }

  /// The floor is given to the caller; returns for what.
  mutating func yielded(at now: LabInstant, silentSince silence: LabInstant) -> InterruptionTrial.Kind? {
    bargeIn?.yielded(at: now, silentSince: silence)
  }

  /// Hands over the trials of a reply that is over.
  mutating func takeTrials() -> [InterruptionTrial]? { bargeIn?.takeTrials() }

  /// The agent has finished, or the caller no longer waits for it.
  mutating func floorIsFree(at now: LabInstant) { microphone.caller.floorIsFree(at: now) }
}

extension ConversationState {
  /// Whether the caller's turn is under way and not committed.
  var isListening: Bool {
    switch self {
    case .userSpeaking, .processingUserUtterance: true
    default: false
    }
  }
}
