import LabStatistics
import LabTimeline

/// How many segments may be under way: slow start, and CUBIC (RFC 9438) after a loss.
struct CongestionWindow: Sendable {
  private(set) var size: Double
  private(set) var threshold = Double.infinity
  private var largest = 0.0
  private var epoch: LabInstant?
  private var time = 0.0

  init(initial: Int) { size = Double(initial) }

  /// Whole segments.
  var segments: Int { max(1, Int(size)) }

  private var isSlowStart: Bool { size < threshold }

  /// Whether so much was under way that the window held the sender back.
  func wasLimiting(_ underWay: Int) -> Bool {
    isSlowStart ? size < 2 * Double(underWay) : underWay >= segments
  }

  mutating func acknowledged(_ count: Int, roundTrip: Double, at now: LabInstant) {
    var count = Double(count)
    if isSlowStart {
      let taken = min(count, threshold - size)
      size += taken
      count -= taken
    }
    guard count > 0 else { return }
    let begun = epoch ?? now
    if epoch == nil {
      epoch = now
      largest = max(largest, size)
      // The cube root of what is missing, in seconds (RFC 9438, section 4.2; C = 0.4).
      let missing = max(0, (largest - size) / 0.4)
      time = missing > 0 ? PortableMath.pow(missing, 1.0 / 3) : 0
    }
    let elapsed = (now - begun).inNanoseconds * 1e-9 + roundTrip * 1e-9 - time
    let target = min(max(largest + 0.4 * elapsed * elapsed * elapsed, size), 1.5 * size)
    // As Reno would grow, where that is faster (section 4.3).
    let reno = count * 3 * (1 - 0.7) / (1 + 0.7) / size
    size += max(count * (target - size) / size, reno)
  }

  /// A segment was lost: 0.7 of the window is left (section 4.6).
  mutating func lost(collapse: Bool) {
    largest = size < largest ? size * 0.85 : size
    threshold = max(2, size * 0.7)
    size = collapse ? 1 : threshold
    epoch = nil
  }

  /// A further time-out without anything in between.
  mutating func collapse() { size = 1 }

  mutating func recovered() { size = max(size, min(threshold, max(size, 2))) }

  /// Nothing was sent for longer than a time-out: what was learnt of the path is stale (RFC 5681, section
  /// 4.1).
  mutating func idle(for duration: Duration, timeOut: Duration, initial: Int) {
    var left = duration - timeOut
    let floor = min(size, Double(initial))
    while left > .zero, size > floor {
      threshold = threshold.isInfinite ? threshold : max(threshold, 0.75 * size)
      size = max(floor, size / 2)
      left -= timeOut
    }
    epoch = nil
  }
}
