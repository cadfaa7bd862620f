import LabRecord
import LabStatistics
import LabTimeline

/// Did the two arms of a comparison find their connections in the same state?
enum ConnectionDetector {
  /// The smallest difference of the shares that could show in a latency.
  static let smallestDifference = 0.02

  static let definition = WarningDefinition(
    code: .unlikeConnections, title: "Unlike connection reuse between arms",
    condition:
      "The shares of requests on a new connection differ by more than chance (two proportions, 1 % over all "
      + "pairs) and by more than 2 points.",
    severity: .doubt,
    why:
      "A new connection costs a handshake of one to three round trips. A difference between the arms may be no "
      + "more than that.",
    advice:
      "Compare later_turns, where connections are warm, warm both arms up alike, or set their connection "
      + "settings alike.")

  static func warnings(in evidence: RunEvidence) -> [MeasurementWarning] {
    evidence.pairs.compactMap { pair in
      guard evidence.cells.indices.contains(pair.candidate), evidence.cells.indices.contains(pair.baseline)
      else { return nil }
      let arms = [pair.candidate, pair.baseline].map { evidence.cells[$0].report.counts }
      let requests = arms.map { $0.connectionsOpened + $0.connectionsReused }
      guard requests.allSatisfy({ $0 > 0 }) else { return nil }
      let shares = zip(arms, requests).map { Double($0.connectionsOpened) / Double($1) }
      let isChance =
        probability(opened: arms.map(\.connectionsOpened), requests: requests)
        > evidence.alpha(questions: evidence.pairs.count)
      guard !isChance, (shares[0] - shares[1]).magnitude > smallestDifference else { return nil }
      let texts = zip(arms, requests).map {
        "\(FixedPoint.percent($0.connectionsOpened, of: $1)) of the requests (\($0.connectionsOpened) of \($1))"
      }
      return MeasurementWarning(
        definition, scope: .pair(pair),
        seen: "\(texts[0]) of the candidate opened a connection, and \(texts[1]) of the baseline.")
    }
  }

  /// The probability of shares at least so far apart if both arms opened connections equally often: the
  /// pooled test of two proportions.
  private static func probability(opened: [Int], requests: [Int]) -> Double {
    let pooled = Double(opened.reduce(0, +)) / Double(requests.reduce(0, +))
    let variance = pooled * (1 - pooled) * requests.reduce(0) { $0 + 1 / Double($1) }
    guard variance > 0 else { return 1 }
    let shares = zip(opened, requests).map { Double($0) / Double($1) }
    return min(1, 2 * NormalDistribution.upperTail((shares[0] - shares[1]).magnitude / variance.squareRoot()))
  }
}
