import LabRecord
import LabTimeline

/// Was the harness itself too slow for what it was asked to do?
enum HarnessDetector {
  /// More than this, in milliseconds, for one frame or arrival in a hundred, and the figures are not to be used.
  static let worstLateness = 5.0
  /// From this loop lag on, in milliseconds at p99, the figures are in doubt.
  static let doubtfulLag = 2.0
  /// From this share of late frames on, a cell is in doubt.
  static let doubtfulLateShare = 0.01
  /// From this share of all processors on, the machine is in doubt.
  static let doubtfulProcessorShare = 0.7
  /// The driver may have this much more on its hands than conversations explain.
  static let unexplainedShare = 0.05

  private static let relief =
    "Lower the concurrency, free a processor, or spread the run over machines with --shard."

  static let unmeasured = WarningDefinition(
    code: .harnessUnmeasured, title: "Harness not measured",
    condition: "A run in real time has no reading of its instrument.", severity: .invalid,
    why: "In real time the harness adds an error of its own, and nobody knows how large it was.",
    advice: "Keep environment.json beside the record, or measure again.")

  static let lateFrames = WarningDefinition(
    code: .harnessSaturated, title: "Late microphone frames",
    condition:
      "p99 of the frame lateness is above 5 ms (invalid), or more than 1 % of one cell’s frames were "
      + "handed on more than 5 ms late (doubt).",
    severity: .invalid,
    why:
      "A service that gets its audio late answers late, so latencies may be too long by the harness’s fault.",
    advice: relief)

  static let loopLag = WarningDefinition(
    code: .harnessSaturated, title: "Arrivals waited",
    condition: "p99 of the loop lag is above 5 ms (invalid) or above 2 ms (doubt).", severity: .invalid,
    why:
      "Arrivals are stamped in time, but what they lead to, the request to the next service, goes out late and "
      + "is counted as the agent’s latency.",
    advice: relief)

  static let littlesLaw = WarningDefinition(
    code: .harnessSaturated, title: "Conversations waited",
    condition:
      "The driver’s mean concurrency exceeds arrival rate × mean conversation time (Little’s law) by more "
      + "than 5 %.",
    severity: .doubt,
    why:
      "Conversations that could begin and have not, or are over and not closed, wait in the harness where no "
      + "latency counts the wait: under load the figures look better than a caller would find it.",
    advice: relief)

  static let processor = WarningDefinition(
    code: .harnessSaturated, title: "Busy processors",
    condition: "The process took more than 70 % of the time of all processors.", severity: .doubt,
    why:
      "With little processor time left, any burst delays the harness, and in loopback the emulated services too.",
    advice: relief)

  static let definitions = [unmeasured, lateFrames, loopLag, littlesLaw, processor]

  static func warnings(in evidence: RunEvidence) -> [MeasurementWarning] {
    guard evidence.mode != .offline else { return [] }
    guard let reading = evidence.instrument else {
      return [
        MeasurementWarning(
          unmeasured, scope: .run, seen: "The instrument’s own error was not measured in this run.")
      ]
    }
    return frames(reading.pacerLateness, evidence.cells) + lag(reading.loopLag) + concurrency(reading.load)
      + processors(reading, evidence.environment)
  }

  private static func frames(
    _ lateness: InstrumentReading.Spread?, _ cells: [RunEvidence.CellEvidence]
  ) -> [MeasurementWarning] {
    if let lateness, lateness.p99 > worstLateness {
      let seen =
        "1 % of the microphone frames were more than \(milliseconds(lateness.p99)) ms late, the worst "
        + "\(milliseconds(lateness.max)) ms."
      return [MeasurementWarning(lateFrames, scope: .run, seen: seen)]
    }
    return cells.compactMap { cell in
      let counts = cell.report.counts
      guard Double(counts.lateFrames) > doubtfulLateShare * Double(counts.frames) else { return nil }
      let share = FixedPoint.percent(counts.lateFrames, of: counts.frames)
      return MeasurementWarning(
        lateFrames, scope: .cell(cell.index), severity: .doubt,
        seen:
          "\(share) of the microphone frames (\(counts.lateFrames) of \(counts.frames)) were more than 5 ms late."
      )
    }
  }

  private static func lag(_ lag: InstrumentReading.Spread?) -> [MeasurementWarning] {
    guard let lag, lag.p99 > doubtfulLag else { return [] }
    let seen =
      "1 % of the arrivals waited more than \(milliseconds(lag.p99)) ms for the driver, the worst "
      + "\(milliseconds(lag.max)) ms."
    return [
      MeasurementWarning(
        loopLag, scope: .run, severity: lag.p99 > worstLateness ? .invalid : .doubt, seen: seen)
    ]
  }

  /// Whether more conversations were on the driver’s hands than their number and length explain.
  static func concurrency(_ load: InstrumentReading.Load?) -> [MeasurementWarning] {
    guard let load, load.explainedConcurrency > 0 else { return [] }
    let excess = load.meanConcurrency - load.explainedConcurrency
    guard excess > unexplainedShare * load.explainedConcurrency else { return [] }
    let rate = FixedPoint.text(Double(load.conversations) / load.seconds, decimals: 2)
    let seen =
      "The driver had \(FixedPoint.text(load.meanConcurrency, decimals: 2)) conversations on its hands on average; "
      + "\(rate) conversations per second of \(FixedPoint.text(load.meanConversationSeconds, decimals: 1)) s each "
      + "explain \(FixedPoint.text(load.explainedConcurrency, decimals: 2)). The others "
      + "(\(FixedPoint.text(excess, decimals: 2))) waited in the harness."
    return [MeasurementWarning(littlesLaw, scope: .run, seen: seen)]
  }

  private static func processors(
    _ reading: InstrumentReading, _ environment: RunEnvironment
  ) -> [MeasurementWarning] {
    guard let used = reading.processorSeconds, let seconds = environment.seconds, seconds > 0,
      let count = environment.processors, count > 0
    else { return [] }
    let share = used / (seconds * Double(count))
    guard share > doubtfulProcessorShare else { return [] }
    let seen =
      "The process took \(FixedPoint.text(used, decimals: 1)) s of processor time in "
      + "\(FixedPoint.text(seconds, decimals: 1)) s: \(FixedPoint.text(share * 100, decimals: 0)) % of "
      + "\(count) \(count == 1 ? "processor" : "processors")."
    return [MeasurementWarning(processor, scope: .run, seen: seen)]
  }

  private static func milliseconds(_ value: Double) -> String { FixedPoint.text(value, decimals: 1) }
}
