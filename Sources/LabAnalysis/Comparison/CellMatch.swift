/// Two cells that are held against each other.
public struct CellMatch: Sendable {
  public let baseline: ComparedCell
  public let candidate: ComparedCell
  public let design: ComparisonDesign

  public init(baseline: ComparedCell, candidate: ComparedCell, design: ComparisonDesign) {
    self.baseline = baseline
    self.candidate = candidate
    self.design = design
  }

  /// The same two cells with their parts exchanged.
  public var swapped: CellMatch { CellMatch(baseline: candidate, candidate: baseline, design: design) }

  /// Whether both sides drew their emulated latencies with one seed: virtual time, and the same seed.
  ///
  /// Equal services then draw equal numbers, unless the baseline arm was told to draw its own. A service that
  /// stands on one side only draws numbers of its own all the same.
  public var sharesSeed: Bool {
    baseline.isInVirtualTime && candidate.isInVirtualTime && baseline.run.seed == candidate.run.seed
  }
}
