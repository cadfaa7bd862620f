extension RunPlan {
  /// What decides when a conversation begins in real time. Virtual time knows no lateness and therefore no
  /// arrival.
  public enum Arrival: Hashable, Sendable {
    /// A free line: the next conversation begins when one of those under way has ended. A slow system is then
    /// asked less often, and what callers would have waited is in no number.
    case closed
    /// A schedule that does not care how fast the system is, at a mean rate in conversations a minute.
    case open(perMinute: Double, spacing: Spacing)

    /// How the instants of an open arrival lie.
    public enum Spacing: String, Hashable, Sendable, CaseIterable {
      /// Independent exponential gaps, as calls from many people come in.
      case poisson
      /// Equal gaps.
      case even
    }

    /// The rates that a plan can ask for, in conversations a minute: up to one each millisecond.
    public static let rates = 0.01...60_000.0

    /// How many lines a plan with an open arrival has that names no `concurrency`. A conversation in loopback
    /// holds six sockets, so that this many stay below the usual limit of 1024 open files.
    public static let safeLines = 100

    /// The number of lines when the plan does not say.
    var defaultLines: Int { self == .closed ? 1 : Self.safeLines }
  }
}
