package import LabConversation
import LabRecord
import LabTimeline
public import LabVoiceActivity

/// The detectors that a plan can name.
public enum DetectorKind: Hashable, Sendable {
  /// Loudness against `vadEnergyThresholdDBFS`.
  case energy
  /// The spectral detector.
  case spectral
  /// WebRTC's detector with its aggressiveness, 0 to 3.
  case webRTC(mode: Int)
  /// A program of the plan, by its name there.
  case program(DetectorProgram)

  /// The names of those that need no program, in the order in which problems list them; `webrtc` is
  /// `webrtc:3`.
  static let names = ["energy", "spectral", "webrtc", "webrtc:0", "webrtc:1", "webrtc:2", "webrtc:3"]

  /// The one that hears where nothing else is said.
  static let standard = DetectorKind.spectral

  /// The name in plans and cells.
  public var name: String {
    switch self {
    case .energy: "energy"
    case .spectral: "spectral"
    case .webRTC(let mode): "webrtc:\(mode)"
    case .program(let program): program.name
    }
  }

  /// Those that need no program.
  public static var builtIn: [DetectorKind] { [.energy, .spectral] + (0...3).map { .webRTC(mode: $0) } }

  /// Reads one of ``names``.
  init?(named name: String) {
    switch name {
    case "energy": self = .energy
    case "spectral": self = .spectral
    case "webrtc": self = .webRTC(mode: 3)
    default:
      let parts = name.split(separator: ":")
      guard parts.count == 2, parts[0] == "webrtc", let mode = Int(parts[1]), (0...3).contains(mode) else {
        return nil
      }
      self = .webRTC(mode: mode)
    }
  }

  /// Makes a detector and the segmenter that joins its verdicts.
  ///
  /// - Throws: a `VoiceActivityError` when a setting is out of the detector's range, or its library or
  ///   program is missing.
  package func make(settings: SessionSettings) throws -> (any VoiceActivityDetector, SpeechSegmenter) {
    let rate = try DetectorSampleRate(hertz: settings.sampleRate)
    let detector: any VoiceActivityDetector =
      switch self {
      case .energy: EnergyDetector(sampleRate: rate, thresholdDBFS: Float(settings.vadEnergyThresholdDBFS))
      case .spectral: SpectralDetector(sampleRate: rate)
      case .webRTC(let mode): try WebRTCDetector(sampleRate: rate, mode: mode)
      case .program(let program): try ProgramDetector(program, sampleRate: rate)
      }
    let segmenter = try SegmenterSettings(
      threshold: Float(settings.vadThreshold), contextWindow: settings.vadContextWindow,
      smoothingWindow: settings.vadSmoothingWindow)
    return (detector, SpeechSegmenter(settings: segmenter))
  }
}
