import LabConversation
import LabTimeline

/// Decides which audio speech to text gets: all of it, or what is said with a little before it.
///
/// Detectors notice speech some frames after it began, and many sounds begin softly; the pre-roll holds what
/// the microphone heard before, so that the first syllable is not lost.
struct SpeechGate: Sendable {
  private let isAlwaysOpen: Bool
  /// How much is held back at most, in bytes.
  private let capacity: Int
  private var held: [UInt8] = []
  private(set) var isOpen: Bool

  /// - Parameter preRoll: From how long before speech was noticed audio is sent.
  init(streaming: SpeechStreaming, preRoll: Duration, sampleRate: Int) {
    isAlwaysOpen = streaming == .always
    isOpen = isAlwaysOpen
    capacity = 2 * SamplePosition.samples(in: preRoll, sampleRate: sampleRate)
  }

  /// Takes the microphone's next audio and returns what is to be sent now; nil for nothing.
  mutating func pass(_ bytes: [UInt8]) -> [UInt8]? {
    guard !isOpen else { return bytes }
    held += bytes
    if held.count > capacity { held.removeFirst(held.count - capacity) }
    return nil
  }

  /// Speech was noticed: returns what was held back; nil for nothing.
  mutating func open() -> [UInt8]? {
    guard !isOpen else { return nil }
    isOpen = true
    defer { held = [] }
    return held.isEmpty ? nil : held
  }

  /// The turn is over, and nobody speaks.
  mutating func close() {
    isOpen = isAlwaysOpen
  }
}
