/// A name for runs against which others are held.
public struct Baseline: Hashable, Sendable {
  public var name: String
  /// The runs, oldest first; never none.
  public var runs: [StoredRun]
}
