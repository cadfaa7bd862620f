import LabAnalysis
import LabStatistics
import LabTimeline

/// Says in one sentence what a comparison found.
struct RelativeSentence {
  let gate: Gate
  let relative: RelativeGate
  let pairs: RelativePairs
  let changes: [RelativeOutcome.PartChange]

  private var limit: String { "+" + Figure.percent(relative.limit) }
  private var maximum: Int { relative.maximumPairs(of: pairs.statistic) }

  /// What is compared, as the subject of a sentence.
  private var subject: String {
    switch pairs.statistic {
    case .shift, .exact: gate.metric.id
    case .p90, .p95: "\(pairs.statistic.rawValue) of \(gate.metric.id)"
    case .stalls: "the share of stalls in \(gate.metric.id)"
    }
  }

  /// What was measured: `turn.v2v changed by +1.2 % (95 % interval −0.4 to +2.8 %, p = 0.12, 60 pairs)`.
  func figures(_ judgement: RelativeJudgement) -> String {
    let unit = judgement.scale == .share ? " of all turns" : ""
    let change = judgement.shift.map { "changed by \(ChangeText.signedPercent($0))\(unit)" }
    var details: [String] = []
    if let interval = judgement.interval {
      details.append("95 % interval \(ChangeText.percent(interval))")
    }
    if let probability = judgement.probability { details.append("p \(Self.relation(probability))") }
    details.append("\(judgement.pairs) pairs")
    if judgement.lost.candidateOnly > 0 || judgement.lost.baselineOnly > 0 {
      details.append(
        "\(judgement.lost.candidateOnly) failed on the candidate only, \(judgement.lost.baselineOnly) on the "
          + "baseline only")
    }
    let unbounded = "has no bound for its change, so many turns failed"
    return "\(subject) \(change ?? unbounded) (\(details.joined(separator: ", ")))"
  }

  private static func relation(_ probability: Double) -> String {
    let text = ChangeText.probability(probability)
    return text.hasPrefix("<") ? text : "= \(text)"
  }

  /// Why the verdict is what it is.
  func reason(_ judgement: RelativeJudgement) -> String {
    switch judgement.reason {
    case .noPairs: return "No pair of turns has a \(gate.metric.id), so there is nothing to compare."
    case .notPositive(let count):
      return
        "\(count) values of \(gate.metric.id) are zero or negative and have no relative change; limit it by a "
        + "budget instead."
    case .cannotSee(let needed): return cannotSee(judgement, needed: needed)
    case .tailTooThin(let needed):
      return
        "This gate cannot see \(limit) of p95: that takes \(needed) pairs and n_max is \(maximum), or a “max” of "
        + "25%."
    case .tooFewPairs(let needed):
      return "\(figures(judgement)): judged from \(needed) pairs on."
    case .tooFewConversations(let needed):
      return
        "\(figures(judgement)) from \(judgement.conversations) conversations: turns of one conversation are "
        + "alike, and fewer than \(needed) conversations cannot prove anything at this alpha."
    case .betweenRunNoiseUnknown:
      return
        "\(figures(judgement)), but how much two equal runs differ is not known, so a change between two runs "
        + "proves nothing."
    case .undecided(let needed): return undecided(judgement, needed: needed)
    case .slower: return slower(judgement)
    case .withinLimit: return withinLimit(judgement)
    }
  }

  /// How small a change the pairs would show.
  private func sight(_ judgement: RelativeJudgement) -> String {
    judgement.minimalEffect.map {
      " (so many pairs find \(ChangeText.signedPercent($0)) or more in \(Figure.percent(relative.power)) of runs)"
    } ?? ""
  }

  private func cannotSee(_ judgement: RelativeJudgement, needed: Int?) -> String {
    let least = judgement.minimalEffect.map {
      "\(judgement.pairs) pairs would show \(ChangeText.signedPercent($0)) at the least"
    }
    let need =
      needed.map { "\(limit) needs \($0) pairs and n_max is \(maximum)" }
      ?? "no number of pairs would show \(limit)"
    return "This gate cannot see what it asks for: at the spread of these turns "
      + [least, need].compactMap(\.self).joined(separator: "; ") + "."
  }

  private func undecided(_ judgement: RelativeJudgement, needed: Int?) -> String {
    let start = "\(figures(judgement)): neither a slowdown nor its absence is shown\(sight(judgement))"
    if let needed { return "\(start); \(needed) pairs would probably decide." }
    let measured = judgement.pairs + judgement.lost.both
    return measured < maximum
      ? "\(start), and n_max (\(maximum)) pairs would probably not decide either."
      : "\(start), and n_max (\(maximum)) pairs are measured."
  }

  private func slower(_ judgement: RelativeJudgement) -> String {
    if pairs.statistic == .exact {
      return "\(exact(judgement)), more than the \(Figure.percent(relative.limit)) that are allowed.\(cause)"
    }
    return "\(figures(judgement)), a slowdown beyond doubt and beyond the floor of "
      + "\(Figure.percent(relative.effectiveFloor)).\(cause)"
  }

  private func withinLimit(_ judgement: RelativeJudgement) -> String {
    if pairs.statistic == .exact {
      return "\(exact(judgement)), no more than the \(Figure.percent(relative.limit)) that are allowed."
    }
    return "\(figures(judgement)) and is shown to stay below \(limit)."
  }

  /// In virtual time every pair tells.
  private func exact(_ judgement: RelativeJudgement) -> String {
    let change = judgement.shift.map { "changed by \(ChangeText.signedPercent($0))" } ?? "failed more often"
    guard let movement = judgement.movement else { return "\(subject) \(change) (\(judgement.pairs) pairs)" }
    let moved = movement.slower + movement.faster
    if moved == 0 { return "\(subject) is the same in all \(judgement.pairs) pairs" }
    let alike =
      movement.isUniform ? ", all by \(ChangeText.signedMilliseconds(movement.largest))" : ""
    return "\(subject) \(change) in the median (\(movement.slower) of \(judgement.pairs) pairs slower, "
      + "\(movement.faster) faster\(alike))"
  }

  /// Which part of the way it comes from, and who owns it.
  private var cause: String {
    guard gate.metric == MetricCatalogue.voiceToVoice,
      let first = changes.first(where: { $0.medianMilliseconds > 0 })
        ?? changes.first(where: { $0.meanMilliseconds > 0 })
    else { return "" }
    let isMedian = first.medianMilliseconds > 0
    let change = ChangeText.signedMilliseconds(isMedian ? first.medianMilliseconds : first.meanMilliseconds)
    return " Most of it comes from \(first.name) (\(first.owner.rawValue)): \(change) in the "
      + "\(isMedian ? "median" : "mean")."
  }

  /// Why there is nothing to judge by; only of errors.
  func obstacle(_ reason: RelativeJudgement.Reason) -> Finding.Obstacle? {
    switch reason {
    case .noPairs: .missing
    case .notPositive, .cannotSee, .tailTooThin: .cannotSee
    case .tooFewPairs, .tooFewConversations, .betweenRunNoiseUnknown, .undecided, .slower, .withinLimit: nil
    }
  }

  /// What to do when no command can decide it.
  func advice(_ judgement: RelativeJudgement) -> String? {
    switch judgement.reason {
    case .cannotSee(let needed?): "Set n_max to \(needed), or a greater “max”."
    case .cannotSee(nil): "Set a greater “max”, or measure conversations that are more alike."
    case .tailTooThin(let needed): "Gate p90 or stalls, or set n_max to \(needed)."
    case .betweenRunNoiseUnknown:
      "Measure both in one run (a plan with “baseline:”), or let the history learn how much equal runs differ."
    case .undecided(let needed?), .tooFewPairs(let needed): "Measure \(needed) pairs (--repeats)."
    case .tooFewConversations(let needed): "Measure \(needed) conversations (--repeats)."
    default: nil
    }
  }
}
