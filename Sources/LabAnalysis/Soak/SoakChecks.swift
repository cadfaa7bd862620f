import LabRecord
import LabTimeline

/// Looks whether the agent still did its work, stretch by stretch of the sessions' age.
struct SoakChecks {
  let settings: SoakSettings
  let turns: SoakTurns

  /// By how much the share of wrong words may lie above that of the whole soak.
  private static let excessErrors = 0.15
  /// The fewest words of a stretch whose share of wrong ones is judged.
  private static let fewestWords = 20

  /// - Parameter lasting: How long the longest session went on, in seconds.
  func all(lasting: Double) -> [SoakReport.Check] {
    let length = settings.checkSeconds
    // A rest shorter than half a stretch belongs to the one before.
    let count = max(1, Int((lasting / length).rounded()))
    var stretches = Array(repeating: [SoakTurn](), count: count)
    for turn in turns.turns { stretches[min(count - 1, max(0, Int(turn.age / length)))].append(turn) }
    let words = turns.turns.reduce(0) { $0 + $1.counts.words }
    let errors = turns.turns.reduce(0) { $0 + $1.counts.wordErrors }
    let overall = words == 0 ? 0 : Double(errors) / Double(words)
    // Older records do not have the seconds.
    let hasSeconds = turns.turns.contains { $0.speechSeconds > 0 }
    return stretches.enumerated().map { index, turns in
      let isLast = index == count - 1
      return check(
        turns, at: isLast ? lasting : Double(index + 1) * length, overall: overall, hasSeconds: hasSeconds)
    }
  }

  private func check(
    _ turns: [SoakTurn], at age: Double, overall: Double, hasSeconds: Bool
  ) -> SoakReport.Check {
    let latencies = turns.compactMap { $0.latencies.first ?? nil }
    var check = SoakReport.Check(
      at: age, turns: turns.count,
      unanswered: turns.count { turn in
        switch turn.outcome {
        case .failed, .missed: true
        case .completed, .interrupted: false
        }
      },
      silent: turns.count { $0.isCompleted && !($0.isAudible && ($0.speechSeconds > 0 || !hasSeconds)) },
      words: turns.reduce(0) { $0 + $1.counts.words },
      wordErrors: turns.reduce(0) { $0 + $1.counts.wordErrors },
      voiceToVoice: latencies.isEmpty ? nil : (MiddleValue.of(latencies) * 10).rounded() / 10, problems: [])
    check.problems = problems(of: check, overall: overall)
    return check
  }

  private func problems(of check: SoakReport.Check, overall: Double) -> [String] {
    var problems: [String] = []
    if check.turns == 0 { problems.append("nobody was heard") }
    if check.unanswered > max(1, check.turns / 10) {
      problems.append("\(check.unanswered) of \(check.turns) turns were not answered")
    }
    if check.silent > 0 { problems.append("\(check.silent) of \(check.turns) replies were silent") }
    let rate = check.words == 0 ? 0 : Double(check.wordErrors) / Double(check.words)
    let limit = min(settings.limits.wordErrorRate ?? .infinity, overall + Self.excessErrors)
    if check.words >= Self.fewestWords, rate > limit {
      problems.append(
        "\(FixedPoint.percent(check.wordErrors, of: check.words)) of the words were wrong, "
          + "\(FixedPoint.text(overall * 100, decimals: 1)) % in the whole soak")
    }
    return problems
  }
}
