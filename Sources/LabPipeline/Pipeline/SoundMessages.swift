/// Joins buffers of the microphone into the messages in which sound goes to a service.
///
/// As clients of real services do: fewer messages for more delay. A message leaves with the buffer that makes it long
/// enough.
struct SoundMessages: Sendable {
  /// The length of a message in bytes; zero sends every buffer as it comes.
  let byteCount: Int
  private var waiting: [UInt8] = []

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
}
