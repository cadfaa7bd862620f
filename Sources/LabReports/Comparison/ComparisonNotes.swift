public import LabAnalysis
import LabTimeline

extension CellComparison {
  /// What must be known to read the figures, the gravest first; empty when there is nothing to say.
  public var notes: [String] {
    lostNotes + pairingNotes + designNotes + runNotes + UnpairedTurns.sentences(unpaired)
  }

  /// Whoever answers less often must not look faster.
  private var lostNotes: [String] {
    guard lost.baselineLost + lost.candidateLost > 0 else { return [] }
    let figures =
      "\(lost.candidateLost) of \(lost.candidateTurns) turns on the candidate against \(lost.baselineLost) of "
      + "\(lost.baselineTurns) on the baseline failed or were missed"
    let probability = "\(isPaired ? "McNemar" : "Fisher"), p \(Self.equals(lost.probability))"
    guard lost.isCandidateWorse else {
      return ["\(figures) (\(probability)); lost turns rank as slower than any other."]
    }
    return [
      "The candidate loses more turns: \(figures) (\(probability)). Whatever it gains in latency, it answers less often."
    ]
  }

  private static func equals(_ probability: Double) -> String {
    let text = ChangeText.probability(probability)
    return text.hasPrefix("<") ? text : "= " + text
  }

  private var pairingNotes: [String] {
    isPaired
      ? []
      : [
        "The two cells had no conversation in common, so no turn has a counterpart: each "
          + "conversation counts once, with its median turn, and the difference contains that of the conversations."
      ]
  }

  /// What else than the change may have made a difference.
  private var designNotes: [String] {
    guard match.baseline.isInVirtualTime else {
      guard match.design == .separateRuns else { return [] }
      return [
        "These are two runs in real time: drift between them cannot be told from a change, and the intervals know "
          + "nothing of it. A baseline arm in the same run would tell the two apart."
      ]
    }
    if isExact {
      return [
        "Virtual time and one seed: both sides drew the same latencies, so every difference is exact and comes of what "
          + "was changed. The intervals say how far other turns might differ."
      ]
    }
    let seeds = (match.baseline.run.seed, match.candidate.run.seed)
    if seeds.0 != seeds.1 {
      return [
        "The runs have different seeds (\(seeds.0) and \(seeds.1)), so their emulated latencies were drawn apart; with "
          + "one seed the differences would be exact."
      ]
    }
    guard isPaired else { return [] }
    guard !match.changedServices.isEmpty else {
      return [
        "Virtual time repeats these figures to the nanosecond, but the two sides drew their latencies apart: the "
          + "intervals say what other draws might give."
      ]
    }
    return [
      "Virtual time repeats these figures to the nanosecond, but the \(Self.list(match.changedServices)) differ, and "
        + "what differs draws its own latencies: the intervals say what other draws might give."
    ]
  }

  /// Doubts about the runs themselves.
  private var runNotes: [String] {
    var sides = [(match.baseline.runName, match.baseline.run)]
    if match.candidate.runName != match.baseline.runName {
      sides.append((match.candidate.runName, match.candidate.run))
    }
    return sides.flatMap { name, run in
      let valid =
        run.instrument.isValid ? [] : ["The run “\(name)” is not valid: the instrument may have bent it."]
      return valid + (run.isComplete ? [] : ["The record of “\(name)” is not complete."])
    }
  }

  private static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return "\(names.first ?? "") services" }
    return names.dropLast().joined(separator: ", ") + " and \(last)"
  }
}
