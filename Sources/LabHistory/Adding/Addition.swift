/// What became of a run that was to be added.
public struct Addition: Hashable, Sendable {
  public var run: StoredRun
  public var outcome: Outcome

  /// Whether anything was written, and why.
  public enum Outcome: String, Hashable, Sendable {
    /// The run is new.
    case added
    /// The run is there with the same turns; nothing was written.
    case unchanged
    /// The run was there with fewer turns or figures, and has been replaced.
    case grown
  }
}
