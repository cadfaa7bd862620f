import Synchronization

/// A window of sound as it was sent, and the recording that is in it.
public struct SentSound: Hashable, Sendable {
  /// Samples of a window.
  public static let window = RollingHash.window

  /// The samples, exactly as they are sent.
  public var window: [Int16]
  /// Where in the recording the window begins, in samples.
  public var offset: Int
  /// The recording; its own samples are of no interest here.
  public var utterance: KnownUtterance

  public init(window: [Int16], offset: Int, utterance: KnownUtterance) {
    self.window = window
    self.offset = offset
    self.utterance = utterance
  }
}

/// Which recordings are in sound that reaches a service changed from how it was recorded: with echo, or
/// processed.
///
/// An index knows exact recordings only. Whoever alters a recording writes here, before it is
/// sent, what windows of it now look like; whoever hears such a window knows the recording again. Nothing of
/// this is on the wire, and a window that nobody sent is never found. It is a class because in loopback the
/// two live on different threads.
public final class SoundRegistry: Sendable {
  /// A sound and who sends it.
  struct Entry: Hashable, Sendable {
    let conversation: String
    let sound: SentSound
  }

  private struct State {
    var sounds: [UInt64: [Entry]] = [:]
    var hashes: [String: [UInt64]] = [:]
  }

  private let state = Mutex(State())
  private let count = Atomic(0)

  public init() {}

  /// Says what a conversation is about to send.
  public func add(_ sound: SentSound, of conversation: String) {
    guard sound.window.count == SentSound.window else { return }
    var sound = sound
    sound.utterance = sound.utterance.withWordsPlaced()
    let hash = RollingHash.of(sound.window)
    state.withLock {
      $0.sounds[hash, default: []].append(Entry(conversation: conversation, sound: sound))
      $0.hashes[conversation, default: []].append(hash)
    }
    count.add(1, ordering: .sequentiallyConsistent)
  }

  /// A conversation is over.
  public func end(_ conversation: String) {
    let removed = state.withLock { state in
      let hashes = state.hashes.removeValue(forKey: conversation) ?? []
      for hash in hashes {
        state.sounds[hash]?.removeAll { $0.conversation == conversation }
        if state.sounds[hash]?.isEmpty == true { state.sounds[hash] = nil }
      }
      return hashes.count
    }
    count.subtract(removed, ordering: .sequentiallyConsistent)
  }

  /// Whether there is anything to look for.
  var isEmpty: Bool { count.load(ordering: .sequentiallyConsistent) == 0 }

  /// Looks in what was heard last for windows that are registered, and calls `found` with the recording
  /// and where in the stream it starts.
  func find(
    in recent: RecentSamples, sampleRate: Int, found: (_ utterance: KnownUtterance, _ start: Int) -> Void
  ) {
    guard !isEmpty else { return }
    let samples = recent.samples
    // As they stand, to look at without holding anybody up.
    let sounds = state.withLock(\.sounds)
    let window = RollingHash.window
    var hash = RollingHash.of(samples[..<window])
    for next in 0..<samples.count - window {
      hash = RollingHash.next(hash, in: samples[next + window], out: samples[next])
      guard let entries = sounds[hash] else { continue }
      let heard = samples[next + 1..<next + 1 + window]
      let entry = entries.first {
        $0.sound.utterance.sampleRate == sampleRate && $0.sound.window.elementsEqual(heard)
      }
      guard let sound = entry?.sound else { continue }
      found(sound.utterance, recent.start + next + 1 - window - sound.offset)
    }
  }
}
