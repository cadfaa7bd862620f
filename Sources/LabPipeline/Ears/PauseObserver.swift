import LabConversation
import LabTimeline

/// Writes down every pause of the caller with what was known in it, so that it can be said afterwards what
/// any policy would have decided.
///
/// It knows the truth about the caller's utterances, as no policy does, and uses it for nothing but to tell
/// pauses from ends. What is known in a pause it takes from the same facts as the conversation does,
/// utterance by utterance: when the policy in force has cut the caller off, the rest of the utterance is
/// written down as if it had not.
struct PauseObserver: Sendable {
  /// An utterance that is being spoken, or was the last one.
  private struct Current: Sendable {
    var pauses: UtterancePauses
    var began: LabInstant
    var ends: LabInstant
    /// Since when the detector hears it, which is before its label where it took a breath or a noise for
    /// speech.
    var detected: LabInstant?
    /// Where speech ended that has not been heard again.
    var located: LabInstant?
    var settled: [String] = []
    var partial = ""

    var transcript: String { (settled + [partial]).filter { !$0.isEmpty }.joined(separator: " ") }
  }

  private var current: Current?
  /// Since when the detector hears speech; nil while it hears none.
  private var heardSince: LabInstant?
  private var evidence: TurnEvidence
  /// The utterances before the current one.
  private var past: [UtterancePauses] = []

  init(language: String) {
    evidence = TurnEvidence(language: language)
  }

  /// Everything that was observed, in the order of the utterances; those without a pause are left out.
  var utterances: [UtterancePauses] {
    (past + [current?.pauses].compactMap(\.self)).filter { !$0.pauses.isEmpty }
  }

  /// The caller truly began to say something.
  ///
  /// - Parameter isSpeech: Whether it is meant for the agent; a cough has no end of turn.
  mutating func callerBegan(utterance: Int, began: LabInstant, ends: LabInstant, isSpeech: Bool) {
    if let pauses = current?.pauses { past.append(pauses) }
    current =
      isSpeech
      ? Current(
        pauses: UtterancePauses(utterance: utterance), began: began, ends: ends, detected: heardSince)
      : nil
    evidence.beginTurn()
  }

  /// The detector says that speech began.
  mutating func speechStarted(at now: LabInstant) {
    heardSince = now
    guard var current else { return }
    defer { self.current = current }
    if current.detected == nil { current.detected = now }
    guard let located = current.located, now <= current.ends else { return }
    current.pauses.pauses[current.pauses.pauses.count - 1].length = (now - located).nanoseconds
    current.pauses.pauses[current.pauses.pauses.count - 1].located = nil
    current.located = nil
    evidence.pauseEnded()
  }

  /// The detector says that speech ended.
  mutating func speechEnded(located: LabInstant, melody: PhraseMelody?, at now: LabInstant) {
    heardSince = nil
    guard var current, current.located == nil, located > current.began else { return }
    defer { self.current = current }
    current.located = located
    evidence.heard(current.transcript)
    evidence.pauseBegan(melody: melody, after: located - (current.detected ?? current.began))
    current.pauses.pauses.append(
      PauseRecord(
        located: (located - current.ends).nanoseconds,
        steps: [.init(after: (now - located).nanoseconds, scores: evidence.scores)]))
  }

  mutating func heard(partial: String, at now: LabInstant) {
    current?.partial = partial
    transcriptGrew(at: now)
  }

  mutating func heard(final: String, at now: LabInstant) {
    if !final.isEmpty { current?.settled.append(final) }
    current?.partial = ""
    transcriptGrew(at: now)
  }

  /// The service says that the caller has finished.
  mutating func endOfTurn(at now: LabInstant) {
    guard let located = current?.located, let last = current?.pauses.pauses.indices.last else { return }
    if current?.pauses.pauses[last].provider == nil {
      current?.pauses.pauses[last].provider = (now - located).nanoseconds
    }
  }

  private mutating func transcriptGrew(at now: LabInstant) {
    guard let current, let located = current.located, let last = current.pauses.pauses.indices.last else {
      return
    }
    evidence.heard(current.transcript)
    let scores = evidence.scores
    guard current.pauses.pauses[last].steps.last?.scores != scores else { return }
    self.current?.pauses.pauses[last].steps.append(
      .init(after: (now - located).nanoseconds, scores: scores))
  }
}
