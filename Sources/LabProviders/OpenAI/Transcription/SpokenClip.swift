import LabTimeline

/// The microphone's audio from a little before an utterance begins to where it is taken: what a client keeps
/// that sends utterances one by one.
struct SpokenClip: Sendable {
  private let marginBytes: Int
  private let byteLimit: Int
  private var bytes: [UInt8] = []
  /// Speech was noticed and is of interest.
  private(set) var isOpen = false

  /// - Parameters:
  ///   - margin: How much audio is kept from before the instant at which speech was noticed; detectors notice
  ///     late.
  ///   - byteLimit: The most that is kept of an utterance; beyond it the oldest goes.
  ///   - sampleRate: In Hz.
  init(margin: Duration, byteLimit: Int, sampleRate: Int) {
    marginBytes = 2 * SamplePosition.samples(in: margin, sampleRate: sampleRate)
    self.byteLimit = byteLimit
  }

  mutating func append(_ audio: [UInt8]) {
    bytes += audio
    let limit = isOpen ? byteLimit : marginBytes
    // Cut in large steps: moving what is left costs as much as a step.
    if bytes.count > limit + marginBytes { bytes.removeFirst(bytes.count - limit) }
  }

  /// Speech was noticed; continues an utterance that is open already.
  mutating func open() {
    guard !isOpen else { return }
    isOpen = true
    bytes.removeFirst(max(0, bytes.count - marginBytes))
  }

  /// What was kept is an utterance of no interest.
  mutating func ignore() {
    isOpen = false
  }

  /// The utterance so far, which is gone then; `nil` when there is none.
  mutating func take() -> [UInt8]? {
    guard isOpen else { return nil }
    isOpen = false
    defer { bytes = [] }
    return Array(bytes.suffix(byteLimit))
  }
}
