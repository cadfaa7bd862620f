/// One thing that was tried on this machine or with a service, and what came of it.
public struct CheckFinding: Hashable, Sendable {
  /// How well it works.
  public var state: State
  /// What was found, in one sentence.
  public var what: String
  /// What to do, when something can be done.
  public var advice: String?

  /// How well something works.
  public enum State: String, Hashable, Sendable { case works, limited, broken }

  public init(state: State, what: String, advice: String? = nil) {
    self.state = state
    self.what = what
    self.advice = advice
  }

  /// The state as one character.
  public var mark: String {
    switch state {
    case .works: "✓"
    case .limited: "–"
    case .broken: "✗"
    }
  }
}
