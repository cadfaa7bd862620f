import Synchronization

/// What the emulated voice has said lately, so that it need not be worked out again: a third of what an
/// emulated conversation cost the emulator was to say the few sentences that emulated models know.
final class VoiceRecordings: Sendable {
  /// What decides over all samples.
  struct Score: Hashable {
    var text: String
    var sampleRate: Int
    var speed: Double
  }

  /// How a text is said.
  enum Source: Sendable {
    case recording(VoiceRecording)
    /// There is no room for it beside the recordings that are in use, or it is long.
    case synthesis(VoiceSynthesis)
  }

  /// Room for the sentences that the models know in one language, in 24 kHz, and some more.
  static let shared = VoiceRecordings(byteLimit: 4 << 20)

  private struct Kept {
    let score: Score
    var recording: VoiceRecording
  }

  private struct State {
    /// The one that was asked for last comes last.
    var kept: [Kept] = []
    var byteCount = 0
  }

  private let byteLimit: Int
  private let state = Mutex(State())

  init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  /// How many bytes the recordings have when they are made to their ends; never more than the limit.
  var byteCount: Int { state.withLock(\.byteCount) }

  /// How to say a text.
  func source(of score: Score) -> Source {
    state.withLock { state in
      if let index = state.kept.firstIndex(where: { $0.score == score }) {
        let kept = state.kept.remove(at: index)
        state.kept.append(kept)
        return .recording(kept.recording)
      }
      let synthesis = VoiceSynthesis(text: score.text, sampleRate: score.sampleRate, speed: score.speed)
      let recording = VoiceRecording(synthesis)
      guard recording.byteCount <= byteLimit / 8 else { return .synthesis(synthesis) }
      while state.byteCount + recording.byteCount > byteLimit {
        // Nobody else gets hold of one that only the list has, as long as the lock is held.
        guard
          let unused = state.kept.indices.first(where: {
            isKnownUniquelyReferenced(&state.kept[$0].recording)
          })
        else { return .synthesis(synthesis) }
        state.byteCount -= state.kept.remove(at: unused).recording.byteCount
      }
      state.kept.append(Kept(score: score, recording: recording))
      state.byteCount += recording.byteCount
      return .recording(recording)
    }
  }
}
