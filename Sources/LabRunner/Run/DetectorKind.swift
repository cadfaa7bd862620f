import LabConversation
import LabPipeline
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

  /// The names of those that need no program, in the order in which problems list them; `webrtc` is `webrtc:3`.
  static let names = ["energy", "spectral", "webrtc", "webrtc:0", "webrtc:1", "webrtc:2", "webrtc:3"]

  /// The one that stands where a plan names none.
  static let standard = "spectral"

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
  /// - Throws: a `VoiceActivityError` when a setting is out of the detector's range, or its library or program is
  ///   missing.
  func make(settings: SessionSettings) throws -> (any VoiceActivityDetector, SpeechSegmenter) {
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

extension RunPlan {
  /// The detector of a cell: one of ours, or a program of the plan. A service that hears by itself has none of its own.
  func detector(named name: String) -> DetectorKind {
    if let program = detectors.first(where: { $0.name == name }) { return .program(program) }
    return DetectorKind(named: name) ?? .spectral
  }

  /// Makes one detector and one voice processor for each of the cells, to find out before anything is measured whether
  /// they are there.
  func requireDetectors(of cells: [Cell]) throws {
    var seen: Set<String> = []
    for cell in cells where seen.insert("\(cell.vad) \(cell.workload) \(cell.preset) \(cell.arm)").inserted {
      let settings = try settings(workload: cell.workload, preset: cell.preset, arm: cell.arm)
      do {
        _ = try settings.voiceProcessor()
        if case .program = detector(named: cell.vad) { continue }
        _ = try detector(named: cell.vad).make(settings: settings)
      } catch let error as VoiceActivityError where error.code == .detectorFailed {
        throw RunError(
          .missingEngine, "The cell “\(cell.name)” cannot be measured: \(error.message)", hint: error.hint)
      }
    }
  }
}
