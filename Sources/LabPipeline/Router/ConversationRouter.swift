import LabConversation
import LabRecord
import LabTimeline

/// The lanes of a conversation and the ways between them.
///
/// Each lane owns its state and tells what has happened until it has nothing more to tell; none knows
/// another. The router translates: what one tells becomes what another is asked to do. ``settle(at:into:)``
/// is the one place that says who is asked when, and so the order of events.
struct ConversationRouter: Sendable {
  let settings: SessionSettings
  var machine: MachineLane
  var ears: Ears
  var stt: TranscriptionLane
  var llm: LanguageModelLane
  var tts: SynthesisLane
  /// The service that stands for the three others; nil when there is none.
  var s2s: SpeechToSpeechLane?
  var reply: ReplyLane
  var books: Bookkeeper
  var retry: RetrySchedule
  var phase = Phase.underWay

  /// How far the conversation is.
  enum Phase: Hashable, Sendable {
    case underWay
    /// A turn has ended, and nobody has looked yet what the caller makes of it.
    case floorIsFree
    /// It cannot go on.
    case failed(String)
    case over
  }

  /// - Parameter bufferSize: How many samples the microphone's first buffer holds.
  init(_ setup: PipelineSetup, bufferSize: Int) {
    settings = setup.settings
    let language = setup.script.utterances.first?.language ?? "en"
    machine = MachineLane(
      ConversationMachine(settings: settings, systemPrompt: setup.systemPrompt, language: language))
    ears = Ears(setup, language: language, bufferSize: bufferSize)
    stt = TranscriptionLane(
      settings: settings, reconnect: setup.recovery.reconnect, make: setup.makeSpeechToText)
    llm = LanguageModelLane(make: setup.makeLanguageModel)
    tts = SynthesisLane(make: setup.makeTextToSpeech)
    s2s = setup.makeSpeechToSpeech.map { SpeechToSpeechLane(settings: setup.settings, make: $0) }
    reply = ReplyLane(
      sampleRate: s2s?.sampleRate ?? tts.sampleRate, buffer: settings.playoutBuffer,
      keepsSound: ears.hearsSink, media: setup.media?.downlink)
    books = Bookkeeper(setup)
    // Waits are shortened by draws that are the same whatever the conversation is measured with.
    retry = RetrySchedule(setup.recovery, seed: UInt64(setup.conversation.iteration))
  }

  /// Passes on what happens to the service of a stage.
  mutating func pass(
    _ input: ProviderInput, to stage: Stage, at now: LabInstant, into out: inout [PipelineAction]
  ) {
    switch stage {
    case .stt: stt.handle(input, at: now, into: &out)
    case .llm: llm.handle(input, at: now, into: &out)
    case .tts: tts.handle(input, at: now, into: &out)
    case .s2s: s2s?.handle(input, at: now, into: &out)
    }
  }

  /// Hands a fact to the conversation machine.
  mutating func tell(_ input: ConversationInput, at now: LabInstant) {
    machine.tell(input, at: now)
    books.turn = machine.turn
  }

  /// Asks everybody in one order, until nobody has anything more to tell: the machine first, then from the
  /// sink back to the microphone, so that everything that follows from one thing is done before the next is
  /// heard of.
  mutating func settle(at now: LabInstant, into out: inout [PipelineAction]) {
    while true {
      if let action = machine.poll() {
        carryOut(action, at: now, into: &out)
      } else if let fact = reply.poll(at: now, into: &out) {
        take(fact, at: now)
      } else if let fact = tts.poll(at: now, retry: &retry, into: &out) {
        take(fact, at: now)
      } else if let fact = llm.poll(at: now, retry: &retry, into: &out) {
        take(fact, at: now)
      } else if let fact = s2s?.poll(
        at: now, turn: machine.turn, isAwaited: machine.state == .aiThinking && reply.id != nil, into: &out)
      {
        take(fact, at: now)
      } else if ears.wantsWords {
        judgeWords(at: now, into: &out)
      } else if let fact = stt.poll(
        at: now, isListening: machine.state.isListening, retry: &retry, into: &out)
      {
        take(fact, at: now)
      } else if let fact = ears.poll(floor, at: now) {
        take(fact, at: now, into: &out)
      } else {
        return
      }
    }
  }

  /// What the ears have to know of the conversation.
  private var floor: Ears.Floor {
    Ears.Floor(state: machine.state, isSuspected: machine.isSuspected)
  }
}
