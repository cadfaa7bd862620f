import LabTimeline

/// Joins pieces of a microphone into messages of the length that a service wants.
///
/// A message leaves as soon as it is long enough and holds all that is there, so that no more is held back
/// than has to be. Works on whole samples of 16 bits, as pieces of a microphone are.
struct AudioChunks: Sendable {
  private let minimum: Int
  private let maximum: Int
  private var waiting: [UInt8] = []

  init(minimum: Duration, maximum: Duration, sampleRate: Int) {
    self.minimum = 2 * SamplePosition.samples(in: minimum, sampleRate: sampleRate)
    self.maximum = 2 * SamplePosition.samples(in: maximum, sampleRate: sampleRate)
  }

  /// The messages that are complete with this piece.
  mutating func append(_ audio: [UInt8]) -> [[UInt8]] {
    waiting += audio
    guard waiting.count >= minimum else { return [] }
    var messages: [[UInt8]] = []
    var rest = waiting[...]
    while rest.count > maximum {
      messages.append(Array(rest.prefix(maximum)))
      rest = rest.dropFirst(maximum)
    }
    if rest.count >= minimum {
      messages.append(Array(rest))
      rest = []
    }
    waiting = Array(rest)
    return messages
  }

  /// What is left, with silence behind it to make it long enough; `nil` when nothing is.
  mutating func flush() -> [UInt8]? {
    guard !waiting.isEmpty else { return nil }
    defer { waiting = [] }
    return waiting + [UInt8](repeating: 0, count: max(0, minimum - waiting.count))
  }
}
