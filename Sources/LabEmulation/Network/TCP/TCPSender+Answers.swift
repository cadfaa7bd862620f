import LabTimeline

/// What a sender makes of acknowledgements.
extension TCPSender {
  /// Takes an acknowledgement; ``emit(at:)`` follows.
  mutating func acknowledged(_ upTo: Int, selective: [Range<Int>], at now: LabInstant) {
    guard !segments.isEmpty else { return }
    let before = underWay
    let count = take(upTo, at: now) + mark(selective, at: now)
    endProbe(upTo)
    if count > 0 { detectLosses(at: now) }
    if let goal = repairing, upTo >= goal {
      repairing = nil
      isAfterTimeOut = false
      window.recovered()
    }
    guard count > 0 else { return }
    if repairing == nil || isAfterTimeOut, window.wasLimiting(before) {
      window.acknowledged(count, roundTrip: estimate.smoothed ?? 0, at: now)
    }
    arm(at: now)
  }

  /// Takes what is acknowledged off the list; says how many segments were news.
  private mutating func take(_ upTo: Int, at now: LabInstant) -> Int {
    let count = segments.prefix { $0.bytes.upperBound <= upTo }.count
    guard count > 0 else { return 0 }
    var news = 0
    var sample: Duration?
    var hasRepeated = false
    for segment in segments[..<count] where segment.state != .arrived {
      news += 1
      hasRepeated = hasRepeated || segment.isRepeated
      if !segment.isRepeated, sample == nil { sample = now - segment.sent }
      arrived(segment, at: now)
    }
    segments.removeFirst(count)
    // What was sent twice does not tell which of the two is answered (RFC 6298, section 3).
    if let sample, !hasRepeated { estimate.measured(sample) } else if news > 0 { estimate.progressed() }
    return news
  }

  private mutating func mark(_ selective: [Range<Int>], at now: LabInstant) -> Int {
    guard !selective.isEmpty else { return 0 }
    var news = 0
    for index in segments.indices where segments[index].state != .arrived {
      let bytes = segments[index].bytes
      let isThere = selective.contains {
        $0.lowerBound <= bytes.lowerBound && bytes.upperBound <= $0.upperBound
      }
      guard isThere else { continue }
      arrived(segments[index], at: now)
      segments[index].state = .arrived
      news += 1
    }
    return news
  }

  private mutating func arrived(_ segment: Segment, at now: LabInstant) {
    let roundTrip = (now - segment.sent).inNanoseconds
    // The first try may have arrived after all; then this says nothing of the second.
    if segment.isRepeated, roundTrip < estimate.least { return }
    if newestArrived.map({ segment.sent >= $0 }) ?? true {
      newestArrived = segment.sent
      newestRoundTrip = roundTrip
    }
  }

  /// Gives up segments that were sent before one that has arrived, by more than packets overtake each other.
  mutating func detectLosses(at now: LabInstant) {
    guard let newest = newestArrived else { return }
    let arrivedCount = segments.count { $0.state == .arrived }
    let isSure = repairing != nil || arrivedCount >= 3
    let patience = isSure ? 0 : estimate.least.isFinite ? estimate.least / 4 : 0
    var hasLost = false
    lossDue = nil
    for index in segments.indices
    where segments[index].state == .underWay && segments[index].sent < newest
      || isBehind(index, newest)
    {
      let deadline = segments[index].sent + .nanoseconds(Int64(newestRoundTrip + patience))
      if deadline <= now {
        segments[index].state = .lost
        hasLost = true
      } else {
        lossDue = min(lossDue ?? deadline, deadline)
      }
    }
    guard hasLost, repairing == nil else { return }
    repairing = sent
    window.lost(collapse: false)
    probe = nil
  }

  /// Whether a segment left together with the newest arrived one, in front of it.
  private func isBehind(_ index: Int, _ newest: LabInstant) -> Bool {
    segments[index].state == .underWay && segments[index].sent == newest
      && segments[index...].contains { $0.state == .arrived && $0.sent == newest }
  }

  /// The probe is answered: if it had to repair something, the window shrinks as for any loss.
  private mutating func endProbe(_ upTo: Int) {
    guard let probe, upTo >= probe.end else { return }
    if probe.isRepeat { window.lost(collapse: false) }
    self.probe = nil
  }
}
