public import LabStatistics
public import LabTimeline

/// A comparison with a baseline and what became of it.
public struct RelativeOutcome: Hashable, Sendable {
  /// What was compared: what the gate names, or what it leaves to the run.
  public var statistic: RelativeGate.Statistic
  /// What the gate asks for.
  public var gate: RelativeGate
  /// What the statistics say; `nil` when there was nothing to compare.
  public var judgement: RelativeJudgement?
  public var finding: Finding
  /// How many pairs there were at every look so far, this one last.
  public var looks: [Int] = []
  /// Where the change comes from: the parts of voice to voice that moved the most, largest first.
  public var changes: [PartChange] = []
  /// Whether a first run flags the cell, to be run again; `nil` without screening.
  public var isFlagged: Bool?
  /// Whether the candidate is shown to be faster by at least the gate's limit.
  public var isImprovement = false

  public init(
    _ gate: RelativeGate, statistic: RelativeGate.Statistic, finding: Finding
  ) {
    self.gate = gate
    self.statistic = statistic
    self.finding = finding
  }

  /// How much longer one part of the voice-to-voice latency takes on the candidate.
  public struct PartChange: Hashable, Sendable {
    /// The part, e.g. `llm.service`.
    public var name: String
    public var owner: Contribution.Owner
    /// The median over the pairs of the candidate's time less the baseline's.
    public var medianMilliseconds: Double
    /// The mean over the pairs of the candidate's time less the baseline's.
    public var meanMilliseconds: Double

    public init(
      name: String, owner: Contribution.Owner, medianMilliseconds: Double, meanMilliseconds: Double
    ) {
      self.name = name
      self.owner = owner
      self.medianMilliseconds = medianMilliseconds
      self.meanMilliseconds = meanMilliseconds
    }
  }
}
