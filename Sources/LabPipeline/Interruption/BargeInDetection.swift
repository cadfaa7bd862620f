import LabConversation
import LabRecord
import LabStatistics
import LabTimeline
import LabVoiceActivity

/// What a conversation needs to be interrupted with judgement: the sound path between sink and microphone,
/// the gate, the judge, and the trials. There is none where a plan uses nothing of it.
struct BargeInDetection: Sendable {
  private let settings: SessionSettings
  /// What the sink played; there is no need to know without an echo, a gate or voice processing.
  private var sink: SinkHistory?
  private let echo: EchoPath?
  private let voice: VoiceProcessor?
  private var gate: NearEndGate
  /// Decides; nil with the immediate policy, and where nobody can interrupt.
  private var judge: BargeInJudge?
  /// Whether the recogniser says words in time for the judge.
  private var words = WordTiming()
  private var trials: InterruptionTrials?

  /// - Returns: nil when the setup asks for nothing of it.
  init?(_ setup: PipelineSetup) {
    let settings = setup.settings
    let isSelective =
      settings.bargeInPolicy == .selective && settings.canBeInterrupted && setup.makeSpeechToSpeech == nil
    guard isSelective || settings.enableEcho || settings.processesVoice || setup.tracksInterruptions else {
      return nil
    }
    self.settings = settings
    let needsSamples = settings.enableEcho || settings.processesVoice
    sink =
      isSelective || needsSamples
      ? SinkHistory(sampleRate: settings.sampleRate, keepsSamples: needsSamples) : nil
    echo = settings.enableEcho ? EchoPath(settings: settings) : nil
    voice = setup.voice
    gate = NearEndGate(settings: settings)
    judge = isSelective ? BargeInJudge(settings: settings) : nil
    trials = setup.tracksInterruptions ? InterruptionTrials(hasEcho: settings.enableEcho) : nil
  }

  // MARK: Sound

  /// Whether it has to be known what the sink plays.
  var hearsSink: Bool { sink != nil }

  /// Takes over what was heard at the sink up to a position of the microphone's stream.
  mutating func capture(_ playout: Playout, upTo position: Int) { sink?.capture(playout, upTo: position) }

  /// Makes of what the caller said what the device hands on: with the agent's echo, and after voice
  /// processing.
  ///
  /// - Parameter start: The position of the buffer's first sample.
  func process(_ buffer: inout [Int16], from start: Int) {
    // Asked for first: most conversations have none of the two, and to take the sink out is to copy it.
    guard echo != nil || voice != nil, let sink else { return }
    echo?.add(to: &buffer, at: start, from: sink)
    voice?.process(&buffer) { sink[start + $0] }
  }

  // MARK: Judgement

  /// Takes away the probability of a frame that is echo, or somebody farther away than the caller.
  mutating func gated(_ frame: VoiceFrame, in state: ConversationState) -> VoiceFrame {
    guard judge != nil,
      let reference = sink?.loudestLevel(before: Int(frame.endSample), within: NearEndGate.echoReach)
    else { return frame }
    gate.hear(frame, isCaller: state == .userSpeaking && frame.probability >= 0.5)
    guard !gate.passes(frame, reference: reference, isReplying: state == .aiSpeaking) else { return frame }
    var frame = frame
    frame.probability = 0
    return frame
  }

  /// Weighs a frame over the agent's voice.
  mutating func hear(
    _ frame: VoiceFrame, in state: ConversationState, at now: LabInstant
  ) -> BargeInJudge.Verdict? {
    guard judge != nil else { return nil }
    guard state == .aiSpeaking else {
      judge!.reset()
      return nil
    }
    judge!.expectsWords = words.comeInTime
    return judge!.hear(.init(probability: Double(frame.probability)), at: now)
  }

  /// Weighs the caller's words over the agent's voice.
  mutating func read(
    _ text: String, in state: ConversationState, at now: LabInstant
  ) -> BargeInJudge.Verdict? {
    state == .aiSpeaking ? judge?.read(text, at: now) : nil
  }

  /// The caller begins a turn of their own accord.
  mutating func turnBegan(at now: LabInstant) { words.turnBegan(at: now) }

  /// A transcript came.
  mutating func heard(_ text: String, at now: LabInstant) { words.heard(text, at: now) }

  /// Whether words are weighed.
  var weighsWords: Bool { judge != nil }

  // MARK: The reply

  /// The reply is held in the way that the settings name.
  mutating func hold(at now: LabInstant) {
    switch settings.bargeInHold {
    case .pause: trials?.held(at: now)
    case .duck:
      sink?.gain = Float(PortableMath.pow(10, -settings.bargeInDuckDB / 20))
      trials?.held(at: now)
    case .none: break
    }
  }

  mutating func resume(at now: LabInstant) {
    sink?.gain = 1
    if settings.bargeInHold != .none { trials?.resumed(at: now) }
  }

  /// The sink is about to be cleared.
  mutating func clear() { sink?.gain = 1 }

  // MARK: Trials

  /// The agent can be heard.
  mutating func replyAudible(at now: LabInstant) { trials?.replyAudible(at: now) }

  /// The reply was heard to its end.
  mutating func finished(at now: LabInstant) { trials?.finished(at: now) }

  /// The caller, or something near them, makes a sound over the reply.
  mutating func began(_ sound: SoundKind, at onset: LabInstant, ends end: LabInstant) {
    trials?.began(sound, at: onset, ends: end)
  }

  /// The floor is given away; returns for what.
  mutating func yielded(at now: LabInstant, silentSince silence: LabInstant) -> InterruptionTrial.Kind? {
    trials?.yielded(at: now, silentSince: silence)
  }

  /// How many words of the reply were not heard.
  mutating func lost(words: Int) { trials?.lost(words: words) }

  /// Hands over the trials of a reply that is over.
  mutating func takeTrials() -> [InterruptionTrial]? { trials?.take() }
}

extension BargeInJudge.Verdict {
  /// What the conversation is told of it.
  func input(at now: LabInstant) -> ConversationInput {
    switch self {
    case .suspected: .interruptionSuspected(began: now)
    case .confirmed: .interruptionConfirmed
    case .dismissed: .interruptionDismissed
    }
  }
}
