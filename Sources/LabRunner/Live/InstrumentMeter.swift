import Histogram
import LabTimeline
import LabTransport

/// Measures the instrument while it measures: how late it is, and how long arrivals wait for it.
struct InstrumentMeter {
  private var lateness = Histogram<UInt64>(numberOfSignificantValueDigits: .three)
  private var lag = Histogram<UInt64>(numberOfSignificantValueDigits: .three)

  /// A microphone frame was handed on that many nanoseconds after it was due.
  mutating func frame(lateBy nanoseconds: Int64) {
    // The histogram resizes itself, so that every value fits.
    _ = lateness.record(UInt64(max(0, nanoseconds)))
  }

  /// An arrival waited that many nanoseconds between its stamp and its handling.
  mutating func arrival(waited nanoseconds: Int64) {
    _ = lag.record(UInt64(max(0, nanoseconds)))
  }

  /// What was found out, with a warning for everything that may have bent the numbers.
  func reading() -> InstrumentReading {
    var warnings: [String] = []
    let pacer = Self.spread(lateness)
    if let pacer, pacer.p99 > 5 {
      warnings.append(
        "1 % of the microphone frames were more than \(pacer.p99) ms late, so latencies may be too long; "
          + "lower the concurrency or free a processor.")
    }
    let loop = Self.spread(lag)
    if let loop, loop.p99 > 5 {
      warnings.append(
        "1 % of the arrivals waited more than \(loop.p99) ms for the driver, so replies may have been asked for "
          + "late; lower the concurrency or free a processor.")
    }
    return InstrumentReading(
      timerResolutionNanoseconds: Self.timerResolution(), pacerLateness: pacer, loopLag: loop,
      warnings: warnings)
  }

  private static func spread(_ histogram: Histogram<UInt64>) -> InstrumentReading.Spread? {
    guard histogram.totalCount > 0 else { return nil }
    func milliseconds(_ percentile: Double) -> Double {
      (Double(histogram.valueAtPercentile(percentile)) / 1e3).rounded() / 1e3
    }
    return .init(p50: milliseconds(50), p99: milliseconds(99), max: milliseconds(100))
  }

  /// The smallest step between two readings of the clock that differ.
  private static func timerResolution() -> Int64 {
    (0..<1000).map { _ in
      let first = MonotonicClock.now().nanoseconds
      var second = first
      while second == first { second = MonotonicClock.now().nanoseconds }
      return second - first
    }.min() ?? 0
  }
}
