import LabRecord
import LabTimeline

/// Can the clock be trusted?
enum ClockDetector {
  /// A jump of the wall clock, in milliseconds, that reading one clock after the other cannot feign.
  static let smallestStep = 1.0
  /// A suspension, in milliseconds, that reading one clock after the other cannot feign.
  static let shortestSuspension = 10.0
  /// The coarsest step of a clock that measures milliseconds, in nanoseconds.
  static let coarsestResolution: Int64 = 1_000_000

  static let suspension = WarningDefinition(
    code: .clock, title: "Machine suspended",
    condition: "The clock that counts suspensions went ahead of the monotonic clock by more than 10 ms.",
    severity: .invalid,
    why:
      "The monotonic clock stands still while the machine sleeps; services and the network do not. Latencies "
      + "around the suspension are too short, or are time-outs.",
    advice: "Keep the machine awake (systemd-inhibit, or a machine that never sleeps) and measure again.")

  static let resolution = WarningDefinition(
    code: .clock, title: "Coarse clock",
    condition: "The smallest step of the monotonic clock is above 1 ms.", severity: .doubt,
    why: "Every latency is a multiple of that step, and small differences vanish in it.",
    advice: "Check the clock source (/sys/devices/system/clocksource) and the virtual machine’s settings.")

  static let step = WarningDefinition(
    code: .clock, title: "Wall clock set",
    condition: "The wall clock jumped against the monotonic clock by more than 1 ms.", severity: .doubt,
    why:
      "No latency is made from the wall clock, but whatever sets it may disturb the machine, and the run’s date "
      + "cannot be held against the logs of providers.",
    advice: "Let the time be synchronised before a run begins, and measure again when it matters.")

  static let definitions = [suspension, resolution, step]

  static func warnings(in evidence: RunEvidence) -> [MeasurementWarning] {
    guard let reading = evidence.instrument else { return [] }
    var warnings: [MeasurementWarning] = []
    if let asleep = reading.suspendedMilliseconds, asleep > shortestSuspension {
      let seconds = FixedPoint.text(asleep / 1e3, decimals: 2)
      warnings.append(
        MeasurementWarning(
          suspension, scope: .run, seen: "The machine was suspended for \(seconds) s during the run."))
    }
    if let nanoseconds = reading.timerResolutionNanoseconds, nanoseconds > coarsestResolution {
      let milliseconds = FixedPoint.text(Double(nanoseconds) / 1e6, decimals: 1)
      warnings.append(
        MeasurementWarning(
          resolution, scope: .run, seen: "The monotonic clock moves in steps of \(milliseconds) ms."))
    }
    if let jump = reading.clockStepMilliseconds, jump.magnitude > smallestStep {
      let size = FixedPoint.text(jump.magnitude, decimals: 1)
      warnings.append(
        MeasurementWarning(
          step, scope: .run,
          seen: "The wall clock was set \(jump < 0 ? "back" : "forward") by \(size) ms during the run."))
    }
    return warnings
  }
}
