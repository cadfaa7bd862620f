import LabTimeline

/// One utterance of the caller as a policy meets it: pauses to be waited out, and an end.
///
/// The knob is the neutral pause T (`silenceThresholdMs`). In each step of a pause the policy waits for T
/// times the step's factor; plain silence has the factor 1.
struct FrontierTurn: Sendable {
  /// From an instant of the pause on, the neutral pause is multiplied by this. In milliseconds from the end
  /// of speech.
  struct Step: Sendable {
    var after: Double
    var factor: Double
  }

  /// Where the detector places the end of speech, after the true end.
  let located: Double
  /// The steps of the end.
  let end: [Step]
  /// The shortest neutral pause with which the caller is not cut off.
  let critical: Double

  /// - Parameter factor: What a policy makes of the cues.
  init?(_ pauses: UtterancePauses, factor: (TurnCueScores) -> Double) {
    guard pauses.hasEnd, let last = pauses.pauses.last, let located = last.located else { return nil }
    self.located = Self.milliseconds(located)
    end = Self.steps(of: last, factor: factor)
    critical = pauses.pauses.dropLast().reduce(0) { longest, pause in
      let length = Self.milliseconds(pause.length ?? 0)
      let steps = Self.steps(of: pause, factor: factor)
      return steps.enumerated().reduce(longest) { longest, item in
        let (index, step) = item
        let next = index + 1 < steps.count ? min(steps[index + 1].after, length) : length
        return step.after < next ? max(longest, next / step.factor) : longest
      }
    }
  }

  /// From the true end of speech to when the policy is satisfied.
  func delay(at threshold: Double) -> Double {
    for (index, step) in end.enumerated() {
      let satisfied = max(step.after, threshold * step.factor)
      if index + 1 == end.count || satisfied < end[index + 1].after { return located + satisfied }
    }
    return located
  }

  private static func steps(of pause: PauseRecord, factor: (TurnCueScores) -> Double) -> [Step] {
    pause.steps.map { Step(after: milliseconds($0.after), factor: factor($0.scores)) }
  }

  static func milliseconds(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1e6 }
}
