import LabProviders
import LabStatistics
import LabTimeline

/// Hearing, and the rules by which turns are told and end.
///
/// Universal-Streaming: (confidence above the threshold and `min_turn_silence`) or `max_turn_silence`.
/// Universal-3: terminal punctuation after `min_turn_silence`, or `max_turn_silence`. Both need 80 ms of
/// speech.
extension EmulatedStreaming {
  private static let shortestSpeech = Duration.milliseconds(80)

  mutating func hear(_ bytes: [UInt8], at now: LabInstant, into actions: inout [ServerAction]) {
    let noticed = session.hearing.hear(bytes)
    if noticed.speechStarted { startSpeech(at: now, into: &actions) }
    if !noticed.words.isEmpty { spoken(noticed.words, at: now, into: &actions) }
    judge(at: now, into: &actions)
  }

  private mutating func startSpeech(at now: LabInstant, into actions: inout [ServerAction]) {
    guard options.isUniversal3, !turn.hasStarted else { return }
    turn.hasStarted = true
    session.send(
      StreamingResult.speechStarted(milliseconds: session.position * 1000 / session.sampleRate), at: now,
      into: &actions)
  }

  private mutating func spoken(
    _ words: [HeardWord], at now: LabInstant, into actions: inout [ServerAction]
  ) {
    if turn.heard.words.isEmpty { turn.draw = session.generator.unit() }
    turn.hasToldPause = false
    startSpeech(at: now, into: &actions)
    for word in words {
      turn.heard.append([word])
      guard !options.isUniversal3 else { continue }
      // Each word is told when the service has recognised it, and no later word before an earlier one.
      let due = max(now + session.profile.interim.draw(using: &session.generator), partials.last?.due ?? now)
      partials.append((turn.heard.words.count, due))
      if partials.count == 1 { actions.append(.setTimer(Timer.partial, after: due - now)) }
    }
  }

  mutating func sendPartials(at now: LabInstant, into actions: inout [ServerAction]) {
    while let next = partials.first, next.due <= now {
      partials.removeFirst()
      session.send(
        StreamingResult.turn(
          turn.partial(
            words: next.words, isFormatted: formatsInOne, confidence: 0.01, sampleRate: session.sampleRate)),
        at: now, into: &actions)
    }
    if let next = partials.first { actions.append(.setTimer(Timer.partial, after: next.due - now)) }
  }

  /// The first final transcript is the formatted one.
  private var formatsInOne: Bool { options.formatsTurns && session.profile.formatting == .zero }

  /// Looks what the silence since the last word means.
  private mutating func judge(at now: LabInstant, into actions: inout [ServerAction]) {
    guard let silence = turn.heard.silence(in: session.hearing) else { return }
    let isMid = session.hearing.hasWordsToCome
    let confidence = turn.confidence(isMidUtterance: isMid)
    let isSure =
      options.isUniversal3 ? turn.isSentence(isMidUtterance: isMid) : confidence > options.threshold
    let isPause = silence >= session.samples(in: options.minimumSilence)
    if (isPause && isSure) || silence >= session.samples(in: options.maximumSilence) {
      guard spokenSamples >= session.samples(in: Self.shortestSpeech) else { return }
      end(at: now, into: &actions)
    } else if isPause, !turn.hasToldPause {
      tellPause(confidence: confidence, at: now, into: &actions)
    }
  }

  /// Says the words up to a pause that does not end the turn, once.
  private mutating func tellPause(
    confidence: Double, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    turn.hasToldPause = true
    forgetPartials(into: &actions)
    let words = turn.heard.words.count
    let message =
      options.isUniversal3
      ? turn.brokenOff(sampleRate: session.sampleRate)
      : turn.partial(
        words: words, isFormatted: formatsInOne, confidence: confidence, utterance: true,
        sampleRate: session.sampleRate)
    session.send(
      StreamingResult.turn(message), after: session.profile.final.draw(using: &session.generator), at: now,
      into: &actions)
  }

  /// Ends the turn with its final message; without words there is none and nothing ends.
  mutating func end(at now: LabInstant, into actions: inout [ServerAction]) {
    guard !turn.heard.words.isEmpty else { return }
    forgetPartials(into: &actions)
    let isMid = session.hearing.hasWordsToCome
    let isSentence = turn.isSentence(isMidUtterance: isMid)
    let confidence =
      options.isUniversal3 ? (isSentence ? 1 : 0) : turn.confidence(isMidUtterance: isMid)
    let delay = session.profile.final.draw(using: &session.generator)
    func final(isFormatted: Bool) -> String {
      StreamingResult.turn(
        turn.final(
          isFormatted: isFormatted, endsSentence: options.isUniversal3 && isSentence,
          confidence: confidence, sampleRate: session.sampleRate))
    }
    session.send(
      final(isFormatted: formatsInOne || options.isUniversal3), after: delay, at: now, into: &actions)
    if options.formatsTurns, !formatsInOne, !options.isUniversal3 {
      turn.hasToldPause = true
      session.send(
        final(isFormatted: true), after: delay + session.profile.formatting, at: now, into: &actions)
    }
    turn.end()
  }

  /// What a later message says as well need not be said any more.
  private mutating func forgetPartials(into actions: inout [ServerAction]) {
    guard !partials.isEmpty else { return }
    partials = []
    actions.append(.cancelTimer(Timer.partial))
  }

  private var spokenSamples: Int { turn.heard.words.reduce(0) { $0 + $1.end - $1.start } }
}
