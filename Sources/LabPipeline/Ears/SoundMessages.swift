/// Joins buffers of the microphone into the messages in which sound goes to a service.
///
/// As clients of real services do: fewer messages for more delay. A message leaves with the buffer that makes
/// it long enough.
struct SoundMessages: Sendable {
  /// The length of a message in bytes; zero sends every buffer as it comes.
  let byteCount: Int
  private var waiting: [UInt8] = []
  /// The utterances whose last sound waits for its message to be full.
  private var endings: [Int] = []

  init(byteCount: Int) {
    self.byteCount = byteCount
  }

  /// The message that is complete with this buffer; `nil` while there is none.
  mutating func add(_ buffer: [UInt8]) -> [UInt8]? {
    guard buffer.count < byteCount else { return buffer }
    waiting += buffer
    return waiting.count >= byteCount ? flush() : nil
  }

  /// What waits, as a message; `nil` when nothing does.
  mutating func flush() -> [UInt8]? {
    guard !waiting.isEmpty else { return nil }
    var message: [UInt8] = []
    swap(&message, &waiting)
    waiting.reserveCapacity(message.count)
    return message
  }

  /// Drops what waits.
  mutating func forget() { waiting.removeAll(keepingCapacity: true) }

  /// An utterance ends in the next buffer.
  ///
  /// - Returns: whether the buffer is a message by itself; otherwise the utterance is told when its message
  ///   leaves.
  mutating func utteranceEnds(_ utterance: Int, inBufferOf bytes: Int) -> Bool {
    guard bytes < byteCount else { return true }
    endings.append(utterance)
    return false
  }

  /// The utterances that were waiting for the message that has just left.
  mutating func takeEndings() -> [Int] {
    guard !endings.isEmpty else { return [] }
    defer { endings = [] }
    return endings
  }
}
