/// How a night of many gates keeps its false alarms rare without losing sight of true ones.
///
/// Every gate is screened at a generous level; the few that it flags are run again with as many pairs, and
/// decided on both runs pooled at the night's level divided by the number of gates.
public struct TwoStageScreening: Sendable, Hashable {
  /// How many gates the night has, flagged or not.
  public let gates: Int

  /// The level at which a first run flags a gate.
  public let screeningAlpha: Double

  /// The accepted probability of one false alarm or more in the night.
  public let nightAlpha: Double

  /// The level at which the pooled runs of a flagged gate decide.
  public var decisionAlpha: Double { nightAlpha / Double(gates) }

  /// Makes a screening for a number of gates, at least 1.
  public init(gates: Int, screeningAlpha: Double = 0.05, nightAlpha: Double = 0.01) {
    precondition(gates >= 1 && nightAlpha > 0 && nightAlpha <= screeningAlpha && screeningAlpha < 1)
    self.gates = gates
    self.screeningAlpha = screeningAlpha
    self.nightAlpha = nightAlpha
  }

  /// Whether a gate has to be run again, from the probability that its first run gave.
  public func isFlagged(_ probability: Double) -> Bool { probability <= screeningAlpha }

  /// Whether a flagged gate fails, from the probability that both of its runs pooled gave.
  public func fails(pooled probability: Double) -> Bool { probability <= decisionAlpha }
}
