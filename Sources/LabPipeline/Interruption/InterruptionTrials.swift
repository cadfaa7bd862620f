import LabRecord
import LabTimeline

/// Keeps the trials of the present reply: every sound over the agent's voice, and that voice by itself.
struct InterruptionTrials: Sendable {
  /// How long after a sound what the agent does is still taken for its effect: the longest hold, and words
  /// that come late.
  static let aftermath = Duration.milliseconds(1500)

  private let hasEcho: Bool
  /// The first is the reply by itself, the others are the caller's sounds.
  private var trials: [InterruptionTrial] = []
  private var ends: [LabInstant] = []

  init(hasEcho: Bool) {
    self.hasEcho = hasEcho
  }

  /// The agent can be heard.
  mutating func replyAudible(at instant: LabInstant) {
    guard trials.isEmpty else { return }
    trials = [InterruptionTrial(kind: hasEcho ? .echo : .nothing, onset: instant)]
    ends = [instant]
  }

  /// The caller, or something near them, makes a sound over the reply.
  mutating func began(_ sound: SoundKind, at onset: LabInstant, ends end: LabInstant) {
    guard !trials.isEmpty else { return }
    trials.append(InterruptionTrial(kind: .sound(sound), onset: onset))
    ends.append(end)
  }

  mutating func held(at now: LabInstant) {
    guard let cause = cause(at: now) else { return }
    trials[cause].holds.append(.init(from: now))
  }

  mutating func resumed(at now: LabInstant) {
    for index in trials.indices {
      guard let last = trials[index].holds.indices.last, trials[index].holds[last].until == nil else {
        continue
      }
      trials[index].holds[last].until = now
    }
  }

  /// The pipeline gives the floor to the caller; returns for what.
  ///
  /// - Parameter silence: Since when the sink has been silent.
  mutating func yielded(at now: LabInstant, silentSince silence: LabInstant) -> InterruptionTrial.Kind? {
    // A held reply is ended by what held it.
    let held = trials.lastIndex { $0.holds.last.map { $0.until == nil } ?? false }
    guard let cause = held ?? cause(at: now) else { return nil }
    trials[cause].yielded = now
    trials[cause].silent = silence
    return trials[cause].kind
  }

  /// How many words of the reply were not heard.
  mutating func lost(words: Int) {
    guard let index = trials.firstIndex(where: { $0.yielded != nil }) else { return }
    trials[index].wordsLost = words
  }

  /// The reply was heard to its end.
  mutating func finished(at instant: LabInstant) {
    for index in trials.indices { trials[index].finished = instant }
  }

  /// Hands over the trials of a reply that is over; nil when it was never audible.
  mutating func take() -> [InterruptionTrial]? {
    defer {
      trials = []
      ends = []
    }
    return trials.isEmpty ? nil : trials
  }

  private func cause(at now: LabInstant) -> Int? {
    guard !trials.isEmpty else { return nil }
    return trials.indices.dropFirst().last { trials[$0].onset <= now && now <= ends[$0] + Self.aftermath }
      ?? 0
  }
}
