import LabTimeline

/// The sending end of one direction: cuts what is written into segments, keeps to the window, and sends again
/// what is lost.
///
/// New Reno with selective acknowledgements as Linux does it: a segment is lost when one that was sent later
/// has arrived (RACK, RFC 8985), a probe asks after a lost tail, and the time-out of RFC 6298 is the last
/// resort.
struct TCPSender: Sendable {
  struct Segment: Sendable {
    enum State: Sendable { case underWay, arrived, lost }
    var bytes: Range<Int>
    var sent: LabInstant
    var state = State.underWay
    var isRepeated = false
  }

  let settings: TCPSettings
  var window: CongestionWindow
  var estimate = RoundTripEstimate()
  /// What is not acknowledged, in the order of the stream.
  var segments: [Segment] = []
  var written = 0
  var sent = 0
  /// How many segments were sent more than once.
  var retransmissions = 0
  /// How often a time-out ran out.
  var timeOuts = 0

  /// While losses are being repaired: up to where the stream was sent when the first was noticed.
  var repairing: Int?
  var isAfterTimeOut = false
  /// The probe that is under way: up to where the stream was sent, and whether it repeated a segment.
  var probe: (end: Int, isRepeat: Bool)?
  private var lastSent: LabInstant?
  var newestArrived: LabInstant?
  var newestRoundTrip = 0.0

  var timeOutDue: LabInstant?
  var probeDue: LabInstant?
  var lossDue: LabInstant?

  init(_ settings: TCPSettings) {
    self.settings = settings
    window = CongestionWindow(initial: settings.initialWindow)
  }

  /// When something is to be done if nothing arrives.
  var due: LabInstant? {
    var due = timeOutDue
    if let probeDue { due = min(due ?? probeDue, probeDue) }
    if let lossDue { due = min(due ?? lossDue, lossDue) }
    return due
  }

  var underWay: Int { segments.count { $0.state == .underWay } }

  /// The application hands over more bytes.
  mutating func write(_ count: Int, at now: LabInstant) {
    if let lastSent, segments.isEmpty, sent == written {
      let timeOut = estimate.timeOut(settings)
      if now - lastSent > timeOut {
        window.idle(for: now - lastSent, timeOut: timeOut, initial: settings.initialWindow)
      }
    }
    written += count
  }

  /// What may leave now, in order.
  mutating func emit(at now: LabInstant) -> [Range<Int>] {
    var leaving: [Range<Int>] = []
    var underWay = underWay
    while underWay < window.segments {
      if let index = segments.firstIndex(where: { $0.state == .lost }) {
        leaving.append(repeated(index, at: now))
      } else if sent < written {
        leaving.append(next(at: now))
      } else {
        break
      }
      underWay += 1
    }
    if !leaving.isEmpty { arm(at: now) }
    return leaving
  }

  private mutating func next(at now: LabInstant) -> Range<Int> {
    let bytes = sent..<min(written, sent + settings.segment)
    segments.append(Segment(bytes: bytes, sent: now))
    sent = bytes.upperBound
    lastSent = now
    return bytes
  }

  private mutating func repeated(_ index: Int, at now: LabInstant) -> Range<Int> {
    segments[index].state = .underWay
    segments[index].sent = now
    segments[index].isRepeated = true
    retransmissions += 1
    lastSent = now
    return segments[index].bytes
  }

  private func tick(_ timeOut: Duration, at now: LabInstant) -> LabInstant {
    .origin + settings.onTick(timeOut, after: now - .origin)
  }

  /// Starts the timers anew, having sent or been answered.
  mutating func arm(at now: LabInstant) {
    guard !segments.isEmpty else {
      timeOutDue = nil
      probeDue = nil
      return
    }
    let timeOut = estimate.timeOut(settings)
    let last = tick(timeOut, at: now)
    let isQuiet = repairing == nil && probe == nil && !segments.contains { $0.state != .underWay }
    if isQuiet, estimate.smoothed != nil {
      let ask = estimate.probeTimeOut(single: segments.count == 1, settings)
      probeDue = tick(min(ask, timeOut), at: now)
      timeOutDue = nil
    } else {
      probeDue = nil
      timeOutDue = last
    }
  }

  /// A timer ran out. What has to leave at once is returned; ``emit(at:)`` follows.
  mutating func timerFired(at now: LabInstant) -> [Range<Int>] {
    if let due = lossDue, due <= now {
      lossDue = nil
      detectLosses(at: now)
    }
    if let due = probeDue, due <= now {
      probeDue = nil
      let leaving = ask(at: now)
      timeOutDue = tick(estimate.timeOut(settings), at: now)
      return leaving
    }
    if let due = timeOutDue, due <= now { timeOut(at: now) }
    return []
  }

  /// Asks after the tail, by something new or by the last segment once more.
  private mutating func ask(at now: LabInstant) -> [Range<Int>] {
    if sent < written {
      let bytes = next(at: now)
      probe = (sent, false)
      return [bytes]
    }
    guard let index = segments.lastIndex(where: { $0.state == .underWay }) else { return [] }
    probe = (sent, true)
    return [repeated(index, at: now)]
  }

  private mutating func timeOut(at now: LabInstant) {
    timeOuts += 1
    for index in segments.indices where segments[index].state == .underWay { segments[index].state = .lost }
    if isAfterTimeOut { window.collapse() } else { window.lost(collapse: true) }
    estimate.timedOut()
    repairing = sent
    isAfterTimeOut = true
    probe = nil
    lossDue = nil
    timeOutDue = tick(estimate.timeOut(settings), at: now)
  }
}
