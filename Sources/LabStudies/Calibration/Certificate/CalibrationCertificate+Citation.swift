public import LabRecord
import LabTimeline

extension CalibrationCertificate {
  /// What a run in real time, made in an environment, may say of its instrument by this certificate.
  public func citation(in environment: RunEnvironment) -> InstrumentCalibration {
    let errors = voiceToVoice(.loopback)
    return InstrumentCalibration(
      state: errors == nil ? .virtualTimeOnly : state(in: environment), madeAt: self.environment.startedAt,
      version: self.environment.version, host: self.environment.host, isFit: holds,
      voiceToVoiceError: errors.map {
        .init(count: $0.count, p50: $0.p50 ?? $0.mean, p99: $0.p99, maximum: $0.maximum)
      })
  }

  private func state(in environment: RunEnvironment) -> InstrumentCalibration.State {
    let made = self.environment
    let isSameMachine =
      made.host == environment.host && made.system == environment.system
      && made.processor == environment.processor && made.processors == environment.processors
    guard isSameMachine else { return .otherMachine }
    return made.version == environment.version ? .current : .otherVersion
  }
}
