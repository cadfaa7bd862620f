import LabConversation
import LabEmulation
import LabProviders
import LabRecord
import LabTimeline

/// What the caller's device does to a conversation: everything that is computed on is handled later, by as much as it
/// takes, and a hot device captures in longer buffers.
extension ConversationPipeline {
  /// Lets the device have an input first.
  ///
  /// - Returns: whether it has it; it is handled when the device is done.
  mutating func isHeld(_ input: PipelineInput, at now: LabInstant, into out: inout [PipelineAction]) -> Bool {
    guard device != nil else { return false }
    if input == .timer(.device) {
      release(at: now, into: &out)
      return true
    }
    if input == .timer(.microphone) { warm(at: now) }
    let sound = SamplePosition.duration(ofSamples: buffer.count, sampleRate: setup.settings.sampleRate)
    guard device?.hold(input, at: now, sound: sound) == true else { return false }
    setDeviceTimer(into: &out)
    return true
  }

  private mutating func release(at now: LabInstant, into out: inout [PipelineAction]) {
    while let held = device?.release(at: now) {
      device?.heldSince = held.since
      let before = ledger.entries[machine.turn]?.trace.events.count
      let turn = machine.turn
      dispatch(held.input, at: now, into: &out)
      noteHold(from: held.since, to: now, turn: turn, eventsBefore: before)
      device?.heldSince = nil
      settleDown(at: now, into: &out)
    }
    setDeviceTimer(into: &out)
  }

  /// Notes when the device computed, if something came of it in the turn.
  private mutating func noteHold(from start: LabInstant, to end: LabInstant, turn: Int, eventsBefore: Int?) {
    guard start < end, let entry = ledger.entries[machine.turn] else { return }
    let before = turn == machine.turn ? eventsBefore ?? 0 : 0
    guard entry.trace.events.dropFirst(before).contains(where: { $0.at == end }) else { return }
    ledger.update(machine.turn) { entry in
      entry.trace.record(.deviceHeld, at: start)
      entry.trace.record(.deviceDone, at: end)
    }
  }

  private func setDeviceTimer(into out: inout [PipelineAction]) {
    if let due = device?.due { out.append(.setTimer(.device, at: due)) }
  }

  /// Lets the device warm up, tells the turn of its state, and has the microphone follow it.
  private mutating func warm(at now: LabInstant) {
    guard let state = device?.model.state else { return }
    let quality = AdaptiveQuality(setup.settings, state: state)
    let (isSpeaking, relief) = (machine.state == .aiSpeaking, quality.relief(from: setup.settings))
    let changed = device?.advance(to: now, isSpeaking: isSpeaking, relief: relief)
    if let changed, machine.state != .idle { note(changed.event, at: now) }
  }

  /// How long the microphone's next buffer is, in samples of the session.
  var wantedBufferCount: Int {
    guard let state = device?.model.state else { return setup.settings.bufferSize }
    return AdaptiveQuality(setup.settings, state: state).samples(ofSession: setup.settings)
  }

  /// A turn begins: in which state the device is.
  mutating func noteThermalState(at now: LabInstant) {
    guard let state = device?.model.state, state != .nominal else { return }
    note(state.event, at: now)
  }

  /// A stage on the device was given something to do.
  mutating func deviceAsked(_ stage: ProviderStage, at now: LabInstant) {
    guard device?.setup.engines.contains(stage) == true else { return }
    device?.asked[stage] = now
  }
}
