public import LabRecord

extension RunPlan {
  /// The plan under one load, for as long as a step lasts.
  public func loaded(_ load: Int, _ settings: LoadSettings) -> RunPlan {
    var plan = self
    plan.warmup = 0
    plan.concurrency = 10_000
    switch settings.vary {
    case .concurrency:
      // Conversations go on until the step is over, so that there are always as many.
      plan.sessionLength = .nanoseconds(Int64((settings.stepSeconds * 1e9).rounded()))
      plan.arrival = .closed
      plan.conversationLimit = load
    case .rate:
      let spacing: Arrival.Spacing = if case .open(_, let own) = arrival { own } else { .poisson }
      plan.arrival = .open(perMinute: Double(load), spacing: spacing)
      plan.conversationLimit = max(1, Int((Double(load) * settings.stepSeconds / 60).rounded(.up)))
    }
    // At least one conversation a repeat, so that there are enough.
    plan.repeats = plan.conversationLimit ?? 1
    return plan
  }
}
