import LabEmulation
public import LabRecord

extension RunPlan {
  /// The plan as a soak runs it: every conversation is a session of its own that lasts, and nothing is warmed
  /// up.
  public func soaking(_ settings: SoakSettings) -> RunPlan {
    var plan = self
    plan.soak = settings
    plan.sessionLength = .nanoseconds(Int64((settings.durationSeconds * 1e9).rounded()))
    plan.repeats = settings.sessions
    plan.warmup = 0
    // All sessions run at once, however many lines the plan has for short conversations.
    plan.concurrency = 10_000
    plan.arrival = .closed
    if settings.staggerSeconds > 0 {
      let rate = 60 / settings.staggerSeconds
      plan.arrival = .open(
        perMinute: min(max(rate, RunPlan.Arrival.rates.lowerBound), RunPlan.Arrival.rates.upperBound),
        spacing: .even)
    }
    if let change = settings.plant?.latencyChange, change > 0, let length = plan.sessionLength {
      plan.emulation.drift = ServiceDrift(change: change, over: length)
      plan.baseline?.emulation.drift = plan.emulation.drift
    }
    return plan
  }
}
