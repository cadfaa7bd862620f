public import LabCassette
import LabErrors
import LabYAML

extension RunPlan {
  /// The cassette that is played in place of emulated services.
  public struct Playback: Sendable {
    public var path: String
    public var cassette: Cassette
    public var replay: Replay

    public init(path: String, cassette: Cassette, replay: Replay) {
      self.path = path
      self.cassette = cassette
      self.replay = replay
    }

    /// How a cassette is played.
    public enum Replay: String, Hashable, Sendable, CaseIterable {
      /// Each conversation as it was recorded.
      case exact
      /// Each turn with the timings of a recorded turn that is drawn by the plan's seed.
      case resampled
    }
  }
}

/// Reads `emulation: {cassette: FILE, replay: exact}`.
enum CassetteReader {
  /// The cassette that a plan names; `nil` when it names none or one that cannot be read, which is reported.
  static func read(_ mapping: YAMLMapping) -> RunPlan.Playback? {
    let replay = mapping.optional("replay")
    guard let value = mapping.optional("cassette") else {
      replay?.report("“replay” says how a cassette is played; name one with “cassette”")
      return nil
    }
    let choice = replay?.choice(of: RunPlan.Playback.Replay.self) ?? .exact
    guard let path = value.string() else { return nil }
    do {
      return RunPlan.Playback(path: path, cassette: try Cassette(path: path), replay: choice)
    } catch {
      // A problem of a plan is one line; what to do about the plan is said once, for all of them.
      let message = (error as? any UserFacingError)?.message ?? "\(error)"
      value.report("the cassette cannot be played: \(message)")
      return nil
    }
  }
}
