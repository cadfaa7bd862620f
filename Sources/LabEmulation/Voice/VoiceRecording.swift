import Synchronization

/// A text in the emulated voice, made as far as somebody has heard it, for all who have it said.
final class VoiceRecording: Sendable {
  let totalSamples: Int
  private let state: Mutex<State>

  private struct State {
    var synthesis: VoiceSynthesis
    var bytes: [UInt8] = []
  }

  init(_ synthesis: VoiceSynthesis) {
    totalSamples = synthesis.totalSamples
    state = Mutex(State(synthesis: synthesis))
  }

  /// What the whole of it takes.
  var byteCount: Int { 2 * totalSamples }

  /// The samples of a range, which are made now unless they were before: 16 bits little-endian.
  func bytes(of samples: Range<Int>) -> ArraySlice<UInt8> {
    state.withLock { state in
      let missing = samples.upperBound - state.synthesis.position
      if missing > 0 {
        // All of it at once, so that its size is what it counts for.
        state.bytes.reserveCapacity(byteCount)
        state.synthesis.make(missing, onto: &state.bytes)
      }
      return state.bytes[2 * samples.lowerBound..<2 * samples.upperBound]
    }
  }
}
