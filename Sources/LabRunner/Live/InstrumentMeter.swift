import Histogram
import LabRecord
import LabTimeline
import LabTransport

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Measures the instrument while it measures: how late it is, how long arrivals wait for it, whether what the
/// conversations say of their length agrees with what the driver saw, and whether the clock can be trusted.
struct InstrumentMeter {
  private var lateness = Histogram<UInt64>(numberOfSignificantValueDigits: .three)
  private var lag = Histogram<UInt64>(numberOfSignificantValueDigits: .three)
  private var load = LoadAccount()
  private var clocks = ClockComparison()
  private var nextLook = MonotonicInstant(nanoseconds: .min)
  /// How far apart the looks at the clocks are, in nanoseconds.
  private static let lookInterval: Int64 = 2_000_000_000

  /// A microphone frame was handed on that many nanoseconds after it was due.
  mutating func frame(lateBy nanoseconds: Int64) {
    // The histogram resizes itself, so that every value fits.
    _ = lateness.record(UInt64(max(0, nanoseconds)))
  }

  /// An arrival waited that many nanoseconds between its stamp and its handling.
  mutating func arrival(waited nanoseconds: Int64) {
    _ = lag.record(UInt64(max(0, nanoseconds)))
  }

  /// A conversation that could begin at an instant has ended now, and took so long by its own account.
  mutating func conversation(readyAt ready: MonotonicInstant, lasted nanoseconds: Int64) {
    load.add(ready: ready.nanoseconds, end: MonotonicClock.now().nanoseconds, lasted: nanoseconds)
  }

  /// Looks at the clocks when the last look was a while ago; to be called as often as the driver likes.
  mutating func watchClocks(at now: MonotonicInstant) {
    guard now >= nextLook else { return }
    nextLook = MonotonicInstant(nanoseconds: now.nanoseconds + Self.lookInterval)
    clocks.add(Self.readClocks())
  }

  /// What was found out, with a last look at the clocks.
  func reading() -> InstrumentReading {
    var clocks = clocks
    clocks.add(Self.readClocks())
    return InstrumentReading(
      timerResolutionNanoseconds: Self.timerResolution(), pacerLateness: Self.spread(lateness),
      loopLag: Self.spread(lag), load: load.load, clockStepMilliseconds: clocks.stepMilliseconds,
      suspendedMilliseconds: clocks.suspendedMilliseconds)
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

  /// Reads the clocks at nearly one instant: the reading that took the least time of five, because the thread
  /// can be held up between two of them.
  ///
  /// The one place where the wall clock is read during a run. No latency is made from it.
  private static func readClocks() -> ClockComparison.Look {
    var best: (width: Int64, look: ClockComparison.Look)?
    for _ in 0..<5 {
      let before = MonotonicClock.now().nanoseconds
      let wall = read(CLOCK_REALTIME)
      let counting = withSuspensions()
      let width = MonotonicClock.now().nanoseconds - before
      let look = ClockComparison.Look(
        monotonic: before + width / 2, wall: wall, countingSuspensions: counting)
      if width < best?.width ?? .max { best = (width, look) }
    }
    return best?.look ?? ClockComparison.Look(monotonic: 0, wall: 0, countingSuspensions: nil)
  }

  /// The clock that goes on while the machine is suspended. Elsewhere than on Linux the monotonic clock is
  /// that one.
  private static func withSuspensions() -> Int64? {
    #if os(Linux)
      read(CLOCK_BOOTTIME)
    #else
      nil
    #endif
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
