public import LabReports
public import LabRunner
import LabTransport

/// Plants known delays in every stage, recovers them, and certifies the instrument's error.
public struct Calibration {
  /// Where delays are planted.
  public var modes: [CalibrationMode]
  /// A few seconds in place of a minute: fewer services, each conversation once.
  public var isQuick = false
  /// The seed that the delays are drawn with.
  public var seed: UInt64 = 1
  /// By how many nanoseconds the truth of a metric is shifted, to see that the calibration notices.
  public var distortions: [String: Int64] = [:]
  /// Whether gates of every kind are judged on runs whose truth is planted.
  public var provesGates = true

  public init(modes: [CalibrationMode]) {
    self.modes = modes
  }

  /// Calibrates this machine.
  ///
  /// - Parameters:
  ///   - cancellation: Cancel it to stop.
  ///   - observe: Told how far each of the runs is.
  /// - Throws: `CancellationError` when it was cancelled, and a ``CalibrationError`` when a run came to no end.
  public func measure(
    cancellation: RunCancellation = RunCancellation(), observe: @escaping (RunEvent) -> Void = { _ in }
  ) throws -> CalibrationCertificate {
    let began = MonotonicClock.now()
    var environment = RunEnvironment.ofThisMachine()
    let plan = CalibrationPlan(seed: seed, isQuick: isQuick)
    let runs = try CalibrationRuns.prepare(plan, cancellation: cancellation, observe: observe)
    let measured = try modes.map { try runs.run($0) }
    let stamps =
      modes == [.offline] ? nil : try StampAccuracy.measure(requests: isQuick ? 120 : 400, atOnce: 10)
    let gates = provesGates ? try runs.proveGates() : nil
    environment.seconds = began.duration(to: MonotonicClock.now()).milliseconds / 1000
    return CalibrationCertificate(
      environment: environment, truth: PlantedTruth(plan: plan, distortions: distortions), runs: measured,
      isQuick: isQuick, stamps: stamps, gates: gates)
  }
}
