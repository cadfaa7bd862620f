/// What two arms measured on the same items: a baseline and a candidate, turn by turn.
///
/// Turns of one conversation share its hour, its connections and its order in the pair, so a pair names its
/// conversation, and tests that need independent units take conversations, not turns.
public struct PairedLatencies: Sendable, Hashable {
  /// One turn on both arms.
  public struct Pair: Sendable, Hashable {
    /// Which pair of conversations the turn belongs to; any number that tells them apart.
    public var conversation: Int
    /// The baseline's latency, any positive unit; `nil` when the turn failed there.
    public var baseline: Double?
    /// The candidate's latency in the same unit; `nil` when the turn failed there.
    public var candidate: Double?

    public init(conversation: Int, baseline: Double?, candidate: Double?) {
      self.conversation = conversation
      self.baseline = baseline
      self.candidate = candidate
    }
  }

  /// The pairs in the order of work.
  public var pairs: [Pair]

  public init(_ pairs: [Pair]) {
    self.pairs = pairs
  }
}
