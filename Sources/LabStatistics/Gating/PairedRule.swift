/// A rule that judges a candidate by pairs of turns on both arms.
public protocol PairedRule: Sendable {
  /// Judges what was measured so far.
  ///
  /// - Parameters:
  ///   - latencies: All pairs of the run, those of earlier looks included.
  ///   - look: Whether this is the only evaluation or one of several on a growing run.
  ///   - generator: Where random draws come from, if the rule needs any; derive it by the name of the gate
  ///     and cell.
  func judge(_ latencies: PairedLatencies, look: Look, generator: SeededGenerator) -> RelativeJudgement
}

extension PairedRule {
  /// Judges a run that is evaluated once.
  public func judge(_ latencies: PairedLatencies, generator: SeededGenerator) -> RelativeJudgement {
    judge(latencies, look: .only, generator: generator)
  }
}
