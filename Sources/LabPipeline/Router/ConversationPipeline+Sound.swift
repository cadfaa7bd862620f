import LabConversation
import LabRecord
public import LabTimeline

/// A buffer of the microphone, from the caller's mouth to the services and to the detector.
extension ConversationPipeline {
  /// A frame that is handed on later than this after it was due is counted and shown.
  private static let lateFrame = Duration.milliseconds(5)

  /// Whether a buffer of the microphone can be heard in the three steps below, by a driver that does each of
  /// them for many conversations in a row.
  ///
  /// A step's code stays in the processor's caches then, where the whole way of a buffer would drive it out:
  /// with a thousand conversations a frame costs a tenth less (`bench --only crowd`). A service that hears by
  /// itself has no such steps, and a device decides when it hears.
  public var hearsInSteps: Bool { device == nil && router.s2s == nil }

  /// The first step: takes the microphone's buffer, and sends what is to be sent of it.
  ///
  /// - Returns: Whether the other two steps are to follow, before anything else is handed to the pipeline.
  public mutating func takeSound(at now: LabInstant, into out: inout [PipelineAction]) -> Bool {
    let isToBeHeard = capture(at: now, into: &out)
    router.settle(at: now, into: &out)
    return isToBeHeard
  }

  /// The second step: has the detector judge the buffer. Touches nothing but this conversation.
  public mutating func analyseSound() { router.ears.analyse() }

  /// The third step: acts on what the detector heard.
  public mutating func actOnSound(at now: LabInstant, into out: inout [PipelineAction]) {
    router.settle(at: now, into: &out)
    lookAtFloor(at: now, into: &out)
  }

  /// Captures a buffer and sends it on; returns whether the detector is to judge it.
  mutating func capture(at now: LabInstant, into out: inout [PipelineAction]) -> Bool {
    guard router.phase != .over else { return false }
    if router.ears.hearsSink { router.ears.captureSinkForNextBuffer(router.reply.playout) }
    let state = router.machine.state
    let next = device?.bufferSize ?? setup.settings.bufferSize
    let facts = router.ears.capture(next: next, isReplying: state == .aiSpeaking, into: &out)
    for fact in facts { take(fact, at: now, into: &out) }
    for end in router.ears.receive(facts) { router.books.heard(end) }
    let concealed = router.ears.takeConcealed() + router.reply.takeConcealed()
    if concealed > 0 { router.books.count { $0.concealedFrames += concealed } }
    // What a device needs for it does not make the lab late.
    let ready = device?.couldBegin(at: now) ?? now
    router.books.frame(isLate: ready - router.ears.microphone.capturedInstant > Self.lateFrame)
    out.append(.setTimer(.microphone, at: router.ears.microphone.nextInstant))
    router.sendSound(in: state, at: now, into: &out)
    return router.s2s == nil
  }

  private mutating func take(_ fact: Caller.Fact, at now: LabInstant, into out: inout [PipelineAction]) {
    switch fact {
    case .began(let utterance, let began, let ends): router.callerBegan(utterance, began, ends)
    case .spoken(let utterance): router.callerEnds(utterance, at: now)
    case .ended(let utterance):
      // Nobody waits long for an answer to a cough.
      let isSpeech = setup.script.utterances[utterance].kind == .speech
      out.append(.setTimer(.patience, at: now + (isSpeech ? setup.patience : .seconds(2))))
    }
  }
}
