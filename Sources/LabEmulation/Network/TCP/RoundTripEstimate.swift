/// The smoothed round trip and its variation, and the time-out that follows from them (RFC 6298).
struct RoundTripEstimate: Sendable {
  private(set) var smoothed: Double?
  private var variation = 0.0
  /// The shortest so far, in nanoseconds.
  private(set) var least = Double.infinity
  private var backoff = 0

  mutating func measured(_ duration: Duration) {
    let sample = max(duration.inNanoseconds, 1)
    least = min(least, sample)
    backoff = 0
    guard let smoothed else {
      self.smoothed = sample
      variation = sample / 2
      return
    }
    variation = 0.75 * variation + 0.25 * abs(smoothed - sample)
    self.smoothed = 0.875 * smoothed + 0.125 * sample
  }

  /// Data that was not sent twice was acknowledged.
  mutating func progressed() { backoff = 0 }

  mutating func timedOut() { backoff = min(backoff + 1, 16) }

  func timeOut(_ settings: TCPSettings) -> Duration {
    var timeOut = settings.firstTimeOut.inNanoseconds
    if let smoothed { timeOut = smoothed + max(4 * variation, settings.leastVariance.inNanoseconds) }
    for _ in 0..<backoff { timeOut *= 2 }
    return .nanoseconds(Int64(min(timeOut, settings.longestTimeOut.inNanoseconds)))
  }

  /// When a probe asks after a lost tail (RFC 8985, section 7.2): two round trips; for a single segment its
  /// acknowledgement may have been waiting.
  func probeTimeOut(single: Bool, _ settings: TCPSettings) -> Duration {
    let slack = single ? settings.leastVariance : settings.tick + settings.tick
    return .nanoseconds(Int64(2 * (smoothed ?? settings.firstTimeOut.inNanoseconds))) + slack
  }
}
