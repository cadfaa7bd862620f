import LabStatistics
import LabTimeline

/// Texts on their way to becoming audio: each is spoken after its own latency, then delivered in messages, a
/// few times faster than real time, one text after the other.
struct SpeechDelivery: Sendable {
  /// What is due.
  enum Piece: Hashable, Sendable {
    /// Audio that answers what arrived at `received`; it begins at a sample of its text's audio.
    case audio([UInt8], from: Int, received: LabInstant)
    /// The text's audio is complete.
    case finished(received: LabInstant)
  }

  /// A text that waits for its turn, or is being delivered.
  private struct Job: Sendable {
    let text: String
    let received: LabInstant
    /// When its first audio could leave if nothing were in front of it.
    let ready: LabInstant
    let leadingSilence: Int
    let speed: Double
  }

  /// Beyond any rate that a service has, in Hz.
  private static let highestRate = 384_000

  let sampleRate: Int
  private let profile: TextToSpeechProfile
  /// How fast texts are spoken that are taken from now on; 1 is normal.
  var speed: Double
  private let messageSamples: Int
  private let messageInterval: Duration
  private var jobs: [Job] = []
  private var voice: EmulatedVoice?
  /// When the next piece of the first text leaves.
  private(set) var due: LabInstant?

  init(profile: TextToSpeechProfile, sampleRate: Int, speed: Double) {
    self.profile = profile
    self.sampleRate = sampleRate
    self.speed = speed
    // A request with an impossible rate is refused, but by somebody who comes later.
    let rate = min(max(sampleRate, 1), Self.highestRate)
    messageSamples = max(1, SamplePosition.samples(in: profile.messageLength, sampleRate: rate))
    messageInterval = .nanoseconds(
      Int64(Double(profile.messageLength.nanoseconds) / max(0.01, profile.deliverySpeed)))
  }

  var isEmpty: Bool { jobs.isEmpty }

  /// Takes a text to be spoken.
  ///
  /// - Returns: When its characters are spoken, in samples of its audio.
  @discardableResult
  mutating func add(
    _ text: String, at now: LabInstant, using generator: inout SeededGenerator
  ) -> SpokenTimes {
    let ready = now + profile.firstAudio.draw(using: &generator)
    let silence = SamplePosition.samples(
      in: profile.leadingSilence.draw(using: &generator), sampleRate: sampleRate)
    jobs.append(Job(text: text, received: now, ready: ready, leadingSilence: silence, speed: speed))
    if jobs.count == 1 { due = ready }
    return SpokenTimes(text: text, sampleRate: sampleRate, leadingSilence: silence, speed: speed)
  }

  /// Drops the texts that wait behind the one that is being delivered.
  mutating func dropWaiting() {
    jobs.removeLast(max(0, jobs.count - (voice == nil ? 0 : 1)))
    if jobs.isEmpty { due = nil }
  }

  /// Drops everything that was not delivered.
  mutating func clear() {
    jobs.removeAll()
    voice = nil
    due = nil
  }

  /// Takes out what is due.
  mutating func pieces(at now: LabInstant) -> [Piece] {
    var pieces: [Piece] = []
    while let due, due <= now, let job = jobs.first { pieces += deliver(job, due: due) }
    return pieces
  }

  private mutating func deliver(_ job: Job, due: LabInstant) -> [Piece] {
    var voice =
      self.voice
      ?? EmulatedVoice(
        text: job.text, sampleRate: sampleRate, leadingSilence: job.leadingSilence, speed: job.speed)
    let start = voice.position
    let rest = voice.totalSamples - start
    let audio = voice.next(samples: min(messageSamples, rest))
    guard rest <= messageSamples else {
      self.voice = voice
      self.due = due + messageInterval
      return [.audio(audio, from: start, received: job.received)]
    }
    self.voice = nil
    jobs.removeFirst()
    self.due = jobs.first.map { max($0.ready, due + messageInterval) }
    return (audio.isEmpty ? [] : [.audio(audio, from: start, received: job.received)]) + [
      .finished(received: job.received)
    ]
  }
}
