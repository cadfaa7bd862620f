import Synchronization

/// Whether a run is judged once, or again and again while it is being extended.
///
/// Looking five times at 1 % gives 3 % false alarms. A sequence of looks shares the accepted rate out by the
/// spending function of `SequentialBounds`, almost all of it at the end, so that extending a run costs
/// nothing.
public enum Look: Sendable, Hashable {
  /// The run is judged once, at whatever size it has.
  case only

  /// The run was judged before, and may be judged again, up to the rule's most pairs.
  ///
  /// How many pairs had been measured at each earlier look, lost ones included, rising; empty at the first
  /// look.
  case after([Int])

  /// The level at which this look may decide, so that all looks together decide wrongly in a share `alpha`.
  ///
  /// - Parameters:
  ///   - alpha: The accepted share over all looks; above 0 and below ½.
  ///   - measured: The pairs measured so far, lost ones included; at least 1.
  ///   - maximum: The most pairs there will ever be; a run that is larger counts as having as many.
  /// - Returns: `alpha` itself for a single look; 0 when nothing was measured since the look before.
  public func level(alpha: Double, measured: Int, maximum: Int) -> Double {
    guard case .after(let earlier) = self else { return alpha }
    let measured = min(measured, maximum)
    let looks = earlier.filter { $0 > 0 && $0 < measured }
    guard earlier.allSatisfy({ $0 < measured }) else { return 0 }
    return SpentLevels.level(alpha: alpha, looks: looks + [measured], total: maximum)
  }

  /// The look after this one; a run that is judged once is judged once again when it has more pairs.
  func following(_ measured: Int) -> Look {
    guard case .after(let earlier) = self else { return .only }
    return .after(earlier + [measured])
  }

  /// Whether no later look can follow.
  func isLast(measured: Int, maximum: Int) -> Bool {
    self == .only || measured >= maximum
  }
}

/// The levels that were computed before: a night of gates asks for the same ones again and again.
private enum SpentLevels {
  private struct Question: Hashable {
    var alpha: Double
    var looks: [Int]
    var total: Int
  }

  private static let known = Mutex<[Question: Double]>([:])

  static func level(alpha: Double, looks: [Int], total: Int) -> Double {
    let question = Question(alpha: alpha, looks: looks, total: total)
    if let level = known.withLock({ $0[question] }) { return level }
    let scores = SequentialBounds(alpha: alpha, looks: looks, total: total).scores
    let level = NormalDistribution.upperTail(scores[scores.count - 1])
    known.withLock { $0[question] = level }
    return level
  }
}
