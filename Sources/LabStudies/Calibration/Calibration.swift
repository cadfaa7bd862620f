import LabRecord
public import LabRunner
import LabTimeline
import LabTransport

/// Plants known delays in every stage, recovers them, and certifies the instrument's error.
public struct Calibration {
  /// Where delays are planted.
  public var modes: [CalibrationMode]
  /// Take a few seconds instead of a minute: fewer services, each conversation once.
  public var isQuick = false
  /// The seed that the delays are drawn with.
  public var seed: UInt64 = 1
  /// By how much the truth of metrics is shifted, to see that the calibration notices.
  public var distortions: [Distortion] = []
  /// Whether gates of every kind are judged on runs whose truth is planted.
  public var provesGates = true

  /// A shift of the truth of one metric.
  public struct Distortion: Hashable, Sendable {
    let metric: String
    let nanoseconds: Int64

    /// Reads `METRIC=MS`, such as `llm.ttft=0.001`; nil when it is not that.
    public init?(_ text: String) {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let metric = MetricCatalogue.metric(parts[0]),
        let milliseconds = Double(parts[1]), milliseconds.magnitude < 1e9
      else { return nil }
      self.metric = metric.id
      nanoseconds = Duration(milliseconds: milliseconds).nanoseconds
    }
  }

  public init(modes: [CalibrationMode]) {
    self.modes = modes
  }

  /// Calibrates this machine.
  ///
  /// - Parameters:
  ///   - cancellation: Cancel it to stop.
  ///   - observe: Told how far each of the runs is.
  /// - Throws: `CancellationError` when it was cancelled, and a ``CalibrationError`` when a run came to no
  ///   end.
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
      environment: environment,
      truth: PlantedTruth(
        plan: plan, distortions: Dictionary(distortions.map { ($0.metric, $0.nanoseconds) }) { $1 }),
      runs: measured,
      isQuick: isQuick, stamps: stamps, gates: gates)
  }
}
