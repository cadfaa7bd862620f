import LabReports

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

  /// Whether both sides drew their emulated latencies from the same random numbers, so that they differ only by
  /// what was changed: virtual time, and one seed.
  ///
  /// A service that stands on one side only draws numbers of its own all the same.
  public var sharesDraws: Bool {
    baseline.isInVirtualTime && candidate.isInVirtualTime && baseline.run.seed == candidate.run.seed
  }
}
