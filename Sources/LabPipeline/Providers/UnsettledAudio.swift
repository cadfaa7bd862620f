/// Audio of the microphone that is not settled by a transcript, oldest first, for a session that replaces a
/// lost one.
struct UnsettledAudio: Sendable {
  private(set) var buffers: [[UInt8]] = []
  private var byteCount = 0

  /// Keeps a buffer, and of what came before no more than a limit of bytes.
  mutating func keep(_ buffer: [UInt8], limit: Int) {
    buffers.append(buffer)
    byteCount += buffer.count
    trim(to: limit)
  }

  mutating func trim(to limit: Int) {
    var dropped = 0
    while byteCount > limit, dropped < buffers.count {
      byteCount -= buffers[dropped].count
      dropped += 1
    }
    buffers.removeFirst(dropped)
  }

  /// What was said so far is settled.
  mutating func settle() {
    buffers = []
    byteCount = 0
  }
}
