/// Messages that wait for a connection to open, in order; audio beyond a limit pushes out the oldest audio.
struct KeptMessages: Sendable {
  private let audioLimit: Int
  private var messages: [WireMessage] = []
  private var audioBytes = 0

  /// - Parameter audioLimit: the most bytes of audio.
  init(audioLimit: Int) {
    self.audioLimit = audioLimit
  }

  mutating func append(_ message: WireMessage) {
    messages.append(message)
    guard case .binary(let audio) = message else { return }
    audioBytes += audio.count
    while audioBytes > audioLimit, let oldest = oldestAudio {
      audioBytes -= messages.remove(at: oldest).byteCount
    }
  }

  mutating func takeAll() -> [WireMessage] {
    defer {
      messages = []
      audioBytes = 0
    }
    return messages
  }

  private var oldestAudio: Int? {
    messages.firstIndex {
      if case .binary = $0 { true } else { false }
    }
  }
}
