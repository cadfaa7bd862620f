import LabConversation
import LabRecord
public import LabTimeline

/// One whole conversation: caller, microphone, detector, conversation machine, provider sessions and sink.
///
/// A value without clock, task or socket. Drivers move it: the offline driver in virtual time, the live
/// driver in real time, with the same code for every byte in between. It takes what a driver has, has the
/// device compute on it where there is one, and gives it to the lane that it is for; what follows is the
/// ``ConversationRouter``'s.
public struct ConversationPipeline: Sendable {
  package let setup: PipelineSetup
  var router: ConversationRouter
  /// What the caller holds in the hand; nil when it takes no time and never gets warm.
  var device: DeviceLane?

  public init(setup: PipelineSetup) {
    self.setup = setup
    device = setup.device.map { DeviceLane($0, settings: setup.settings) }
    router = ConversationRouter(setup, bufferSize: device?.bufferSize ?? setup.settings.bufferSize)
    if let device { router.books.deviceState = device.state }
  }

  /// The sample rate of the agent's voice, in Hz.
  package var speechRate: Int { router.reply.playout.sampleRate }

  /// Opens the sessions and starts the microphone, at the origin.
  ///
  /// - Parameter time: The time that the driver moves the conversation in.
  public mutating func start(in time: PipelineTime = .virtual, into out: inout [PipelineAction]) {
    let (now, first) = (LabInstant.origin, out.count)
    router.books.begin(in: time)
    router.stt.open(at: now, into: &out)
    router.tts.open(at: now, into: &out)
    router.s2s?.open(at: now, into: &out)
    router.tell(.start, at: now)
    router.settle(at: now, into: &out)
    out.append(.setTimer(.microphone, at: router.ears.microphone.nextInstant))
    device?.sent(out[first...], at: now)
  }

  /// Takes what the driver has and appends what it is to do.
  public mutating func handle(
    _ input: PipelineInput, at now: LabInstant, into out: inout [PipelineAction]
  ) {
    guard device != nil else { return handleAtOnce(input, at: now, into: &out) }
    let first = out.count
    handleOnDevice(input, at: now, into: &out)
    device?.sent(out[first...], at: now)
  }

  private mutating func handleAtOnce(
    _ input: PipelineInput, at now: LabInstant, into out: inout [PipelineAction]
  ) {
    dispatch(input, at: now, into: &out)
    router.settle(at: now, into: &out)
    lookAtFloor(at: now, into: &out)
  }

  /// Lets the device have the input first, and handles what it is done with.
  private mutating func handleOnDevice(
    _ input: PipelineInput, at now: LabInstant, into out: inout [PipelineAction]
  ) {
    if input == .timer(.microphone),
      let changed = device?.advance(to: now, isSpeaking: router.machine.state == .aiSpeaking)
    {
      router.books.deviceChanged(to: changed, at: now)
    }
    if input != .timer(.device) {
      guard device?.hold(input, at: now, sound: router.ears.microphone.nextLength) == true else {
        return handleAtOnce(input, at: now, into: &out)
      }
    }
    while input == .timer(.device), let held = device?.release(at: now) {
      let mark = router.books.mark
      dispatch(held.input, at: now, into: &out)
      router.settle(at: now, into: &out)
      router.books.computed(from: held.since, to: now, since: mark)
      device?.handled()
      lookAtFloor(at: now, into: &out)
    }
    device?.setTimer(into: &out)
  }

  private mutating func dispatch(
    _ input: PipelineInput, at now: LabInstant, into out: inout [PipelineAction]
  ) {
    switch input {
    case .timer(.microphone): if capture(at: now, into: &out) { router.ears.analyse() }
    case .timer(.playout): router.reply.timerFired()
    case .timer(.device): break
    case .timer(.patience): callerGivesUp(at: now, into: &out)
    case .timer(.conversation(let timer)): timerFired(timer, at: now)
    case .timer(.session(let stage, let timer)): router.pass(.timer(timer), to: stage, at: now, into: &out)
    case .timer(.recovery(let stage)): router.pass(.recovery, to: stage, at: now, into: &out)
    case .arrival(let address, let arrival):
      router.pass(.arrival(address, arrival), to: address.stage, at: now, into: &out)
    case .network(let retransmissions, let outages):
      router.books.count { counts in
        counts.retransmissions += retransmissions
        counts.outages += outages
      }
    }
  }

  // MARK: Timers and the floor

  /// Passes a timer on, and first sees whether it ran out because a service has fallen silent.
  private mutating func timerFired(_ timer: ConversationTimer, at now: LabInstant) {
    switch (timer, router.machine.state) {
    case (.maximumTurn, _) where router.s2s != nil:
      // The service should have ended the turn long ago.
      return router.tell(.stageFailed(.s2s, reason: "timed_out", reply: nil), at: now)
    case (.transcript, .processingUserUtterance):
      if router.stt.giveUpIfSilent(), router.books.lacksTranscript {
        return router.tell(.stageFailed(.stt, reason: "timed_out", reply: nil), at: now)
      }
    case (.reply, .aiThinking): router.tts.giveUpIfSilent()
    default: break
    }
    router.tell(.timerFired(timer), at: now)
  }

  /// The caller has waited long enough.
  private mutating func callerGivesUp(at now: LabInstant, into out: inout [PipelineAction]) {
    guard router.phase != .over, router.ears.microphone.caller.waitsForFloor else { return }
    guard router.machine.state == .idle else {
      // The agent is busy; its own time-outs see to it that it ends.
      return out.append(.setTimer(.patience, at: now + .seconds(2)))
    }
    for record in router.books.miss(failure: router.s2s?.failure) { out.append(.turnEnded(record)) }
    if router.phase == .underWay { router.phase = .floorIsFree }
  }

  /// Looked at last, when everything has settled: an interrupted turn is followed by another at once.
  mutating func lookAtFloor(at now: LabInstant, into out: inout [PipelineAction]) {
    if router.phase == .floorIsFree {
      router.phase = .underWay
      // The agent has finished: the caller's next utterance can be timed, or the conversation is over.
      if router.machine.state == .idle {
        if router.ears.microphone.caller.hasFinished { return finish(at: now, failure: nil, into: &out) }
        router.ears.floorIsFree(at: now)
      }
    }
    if case .failed(let reason) = router.phase { return finish(at: now, failure: reason, into: &out) }
    // The session's time is up.
    if router.machine.state == .ended, router.phase != .over { finish(at: now, failure: nil, into: &out) }
  }

  /// Ends the conversation: closes the sessions and records what belongs to no turn.
  private mutating func finish(at now: LabInstant, failure: String?, into out: inout [PipelineAction]) {
    router.phase = .over
    router.tell(.end, at: now)
    router.settle(at: now, into: &out)
    for record in router.books.miss() { out.append(.turnEnded(record)) }
    router.books.charge(sound: router.stt.takeUnchargedSeconds(), to: nil)
    router.books.settleAll()
    router.books.charge(connection: router.stt.takeConnectionTime(at: now), to: nil)
    router.stt.close(at: now, into: &out)
    router.tts.close(at: now, into: &out)
    router.s2s?.close(at: now, into: &out)
    router.settle(at: now, into: &out)
    let record = router.books.close(
      at: now, failure: failure, device: device?.reading, utterances: router.ears.utterances)
    out.append(.ended(record))
  }
}
