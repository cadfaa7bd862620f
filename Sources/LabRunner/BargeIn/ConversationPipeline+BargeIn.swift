import LabConversation
import LabEmulation
import LabProviders
import LabRecord
import LabStatistics
import LabTimeline
import LabVoiceActivity

/// Between the caller's voice and the verdict that it is an interruption.
extension ConversationPipeline {
  /// Makes of what the caller said what the device hands on: with the agent's echo, and after voice processing.
  ///
  /// - Parameter start: The position of the buffer's first sample.
  mutating func passThroughDevice(from start: Int, into out: inout [PipelineAction]) {
    guard bargeIn != nil else { return }
    bargeIn!.sink?.capture(playout, upTo: start + buffer.count)
    // Asked for one by one: most conversations have none of the three, and to take the sink out is to copy it.
    if bargeIn!.echo != nil || bargeIn!.voice != nil, let sink = bargeIn!.sink {
      let (echo, voice) = (bargeIn!.echo, bargeIn!.voice)
      echo?.add(to: &buffer, at: start, from: sink)
      voice?.process(&buffer) { sink[start + $0] }
    }
    guard bargeIn!.sounds != nil else { return }
    let rate = setup.settings.sampleRate
    let samples = buffer
    if let sound = bargeIn!.sounds!.window(in: samples, at: start, sampleRate: rate) {
      out.append(.soundSent(sound))
    }
  }

  /// What was heard at the sink is kept before anything about the sink changes.
  mutating func captureSink(at now: LabInstant) {
    let position = SamplePosition.samples(in: now - .origin, sampleRate: setup.settings.sampleRate)
    bargeIn?.sink?.capture(playout, upTo: position)
  }

  /// Takes away the probability of frames that are echo, or somebody farther away than the caller.
  mutating func gated(_ frame: VoiceFrame) -> VoiceFrame {
    guard bargeIn?.judge != nil,
      let reference = bargeIn!.sink?.loudestLevel(
        before: Int(frame.endSample), within: NearEndGate.echoReach)
    else { return frame }
    let isCaller = machine.state == .userSpeaking && frame.probability >= 0.5
    bargeIn!.gate.hear(frame, isCaller: isCaller)
    let isReplying = machine.state == .aiSpeaking
    guard !bargeIn!.gate.passes(frame, reference: reference, isReplying: isReplying) else { return frame }
    var frame = frame
    frame.probability = 0
    return frame
  }

  /// Has the selective policy weigh a frame over the agent's voice.
  mutating func judge(_ frame: VoiceFrame, at now: LabInstant, into out: inout [PipelineAction]) {
    guard bargeIn?.judge != nil else { return }
    guard machine.state == .aiSpeaking else {
      bargeIn!.judge!.reset()
      return
    }
    bargeIn!.judge!.expectsWords = bargeIn!.words.comeInTime
    let verdict = bargeIn!.judge!.hear(.init(probability: Double(frame.probability)), at: now)
    follow(verdict, at: now, into: &out)
  }

  /// Has the selective policy weigh the caller's words over the agent's voice.
  mutating func judgeWords(at now: LabInstant, into out: inout [PipelineAction]) {
    guard bargeIn?.judge != nil, machine.state == .aiSpeaking else { return }
    let words = machine.wordsOverReply
    follow(bargeIn!.judge!.read(words, at: now), at: now, into: &out)
  }

  private mutating func follow(
    _ verdict: BargeInJudge.Verdict?, at now: LabInstant, into out: inout [PipelineAction]
  ) {
    switch verdict {
    case .suspected: tell(.interruptionSuspected(began: now), at: now, into: &out)
    case .confirmed: tell(.interruptionConfirmed, at: now, into: &out)
    case .dismissed:
      tell(.interruptionDismissed, at: now, into: &out)
      stt.speechIgnored(at: now, into: &sttActions)
      flushSpeechToText(at: now, into: &out)
    case nil: break
    }
  }

  /// The reply is held in the way that the settings name.
  mutating func holdPlayout(_ id: ReplyID, at now: LabInstant, into out: inout [PipelineAction]) {
    guard playout.reply == id else { return }
    captureSink(at: now)
    let softer = Self.gain(decibels: -setup.settings.bargeInDuckDB)
    switch setup.settings.bargeInHold {
    case .pause:
      playout.hold(at: now)
      out.append(.cancelTimer(.playout))
    case .duck: bargeIn?.sink?.gain = softer
    case .none: break
    }
    if setup.settings.bargeInHold != .none {
      ledger.update(machine.turn) { $0.trace.record(.playoutHeld, at: now) }
      bargeIn?.trials?.held(at: now)
    }
  }

  mutating func resumePlayout(_ id: ReplyID, at now: LabInstant, into out: inout [PipelineAction]) {
    guard playout.reply == id else { return }
    captureSink(at: now)
    bargeIn?.sink?.gain = 1
    playout.resume(at: now)
    if setup.settings.bargeInHold != .none {
      ledger.update(machine.turn) { $0.trace.record(.playoutResumed, at: now) }
      bargeIn?.trials?.resumed(at: now)
    }
    lookAtSink(at: now, into: &out)
  }

  /// Since when the sink is silent, now that the reply is ended.
  func silentSince(_ now: LabInstant) -> LabInstant { playout.heldSince ?? now }

  /// Books who is given the floor, and returns it.
  mutating func noteYield(at now: LabInstant) -> InterruptionTrial.Kind? {
    let silence = silentSince(now)
    return bargeIn?.trials?.yielded(at: now, silentSince: silence)
  }

  /// The sink is about to be cleared.
  mutating func noteClearing(at now: LabInstant) {
    captureSink(at: now)
    bargeIn?.sink?.gain = 1
  }

  /// Tells the books of a sound that the caller began.
  mutating func noteSound(_ utterance: Int, began: Int, ends: Int) {
    bargeIn?.sounds?.began(utterance, speechAt: began)
    guard machine.state == .aiSpeaking else { return }
    let (kind, onset, end) = (
      setup.script.utterances[utterance].kind.trial, instant(of: began), instant(of: ends)
    )
    bargeIn?.trials?.began(kind, at: onset, ends: end)
  }

  private static func gain(decibels: Double) -> Float { Float(PortableMath.pow(10, decibels / 20)) }
}

extension ScriptedUtterance.Kind {
  /// What such a sound is over the agent's voice.
  var trial: InterruptionTrial.Kind {
    switch self {
    case .speech: .real
    case .backchannel: .backchannel
    case .cough: .cough
    case .noise: .noise
    case .keyboard: .keyboard
    case .music: .music
    case .talker: .talker
    }
  }
}
