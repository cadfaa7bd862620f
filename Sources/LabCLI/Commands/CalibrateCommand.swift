import ArgumentParser
import Foundation
import LabCalibration
import LabTimeline

/// `turnlab calibrate`: plants known delays, recovers them and prints the instrument's error.
struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate", abstract: "Plant known delays, recover them, and print the instrument's error.")

  @Option var mode: String = "both"
  @Option var seed: UInt64 = 1
  @Flag var quick = false

  func run() throws {
    let console = Console.current
    let plan = CalibrationPlan(seed: seed, isQuick: quick)
    let runs = try CalibrationRuns(plan: plan, console: console)
    let modes: [CalibrationMode] = mode == "offline" ? [.offline] : mode == "loopback" ? [.loopback] : [.offline, .loopback]
    let measured = try modes.map { try runs.run($0) }
    let recovery = Recovery(truth: PlantedTruth(plan: plan))
    for run in measured { for line in recovery.surprises(in: run) { console.output(line) } }
    for metric in recovery.metrics(of: measured) { for m in metric.modes {
      let e = m.errors
      console.output("\(metric.metric) \(m.mode.rawValue) planted \(m.planted) n \(e?.count ?? 0) mean \(e?.mean ?? .nan) min \(e?.minimum ?? .nan) p50 \(e?.p50 ?? .nan) p99 \(e?.p99 ?? .nan) max \(e?.maximum ?? .nan) \(m.complaints)")
    } }
    if measured.count == 2, let o = Recovery.overhead(loopback: measured[1], offline: measured[0]) { console.output("overhead \(o)") }
  }
}
