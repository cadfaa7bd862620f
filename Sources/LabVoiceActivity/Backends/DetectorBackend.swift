import LabAudio

/// A detector that can be scored: one of this program, or any other that is run as a command.
public enum DetectorBackend: Sendable, Hashable {
  /// The spectral detector with its defaults.
  case spectral
  /// The energy detector with its threshold in dBFS.
  case energy(thresholdDBFS: Float)
  /// WebRTC's detector with its aggressiveness, 0 to 3.
  case webRTC(mode: Int)
  /// A program that hears a recording and prints a probability per block.
  case command(DetectorCommand)

  /// Reads a name such as `spectral`, `energy`, `energy:-45`, `webrtc` or `webrtc:2`.
  ///
  /// - Throws: `VoiceActivityError` with the code `invalidSetting` that names the ones there are.
  public init(named text: String) throws(VoiceActivityError) {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    let setting = parts.count > 1 ? parts[1] : nil
    switch parts.first {
    case "spectral" where setting == nil:
      self = .spectral
    case "energy":
      let threshold = Float(setting ?? "-35")
      guard let threshold, (-119...0).contains(threshold) else { throw Self.unknown(text) }
      self = .energy(thresholdDBFS: threshold)
    case "webrtc":
      guard let mode = Int(setting ?? "3"), (0...3).contains(mode) else { throw Self.unknown(text) }
      self = .webRTC(mode: mode)
    default:
      throw Self.unknown(text)
    }
  }

  private static func unknown(_ text: String) -> VoiceActivityError {
    VoiceActivityError(
      .invalidSetting, "There is no detector “\(text)”.",
      hint: "Name spectral, energy, energy:-45 (dBFS), webrtc or webrtc:2 (aggressiveness 0 to 3); "
        + "give any other with --command NAME=PROGRAM.")
  }

  /// The name in tables and files.
  public var name: String {
    switch self {
    case .spectral: "spectral"
    case .energy(let threshold): "energy:\(Int(threshold.rounded()))"
    case .webRTC(let mode): "webrtc:\(mode)"
    case .command(let command): command.name
    }
  }

  /// Has the detector hear a recording from its start.
  ///
  /// - Throws: `VoiceActivityError` with the code `detectorFailed` when a library or a command is missing or
  ///   fails.
  public func track(of recording: LabelledRecording) throws -> DetectorTrack {
    switch self {
    case .spectral: Self.track(of: SpectralDetector(sampleRate: .hz16000), hearing: recording)
    case .energy(let threshold):
      Self.track(
        of: EnergyDetector(sampleRate: .hz16000, thresholdDBFS: threshold), hearing: recording)
    case .webRTC(let mode):
      Self.track(of: try WebRTCDetector(sampleRate: .hz16000, mode: mode), hearing: recording)
    case .command(let command): try command.track(of: recording.clip)
    }
  }

  private static func track(
    of detector: some VoiceActivityDetector, hearing recording: LabelledRecording
  ) -> DetectorTrack {
    var detector = detector
    var probabilities: [Float] = []
    probabilities.reserveCapacity(recording.clip.samples.count / 160)
    let seconds = ProcessorTime.seconds {
      detector.process(recording.clip.samples.span) { probabilities.append($0.probability) }
    }
    return DetectorTrack(probabilities: probabilities, blockSize: 160, processorSeconds: seconds)
  }
}
