import Foundation
public import LabAudio

/// The spectral detector's evidence, frame by frame, for people who ask why and for the script that trains
/// its network.
public enum EvidenceTable {
  /// One row per frame of ten milliseconds: its end in seconds, the probability, and the evidence by name, as
  /// CSV.
  public static func csv(of clip: AudioClip) throws(VoiceActivityError) -> String {
    var detector = SpectralDetector(sampleRate: try DetectorSampleRate(hertz: clip.sampleRate.hertz))
    var lines = [(["end_s", "probability"] + Evidence.names).joined(separator: ",")]
    let hop = detector.sampleRate.hopSize
    for start in stride(from: 0, through: clip.samples.count - hop, by: hop) {
      for frame in detector.frames(of: clip.samples[start..<start + hop]) {
        let end = Double(frame.endSample) / Double(clip.sampleRate.hertz)
        let numbers = [Float(end), frame.probability] + detector.evidence.values
        lines.append(numbers.map { "\((Double($0) * 1e5).rounded() / 1e5)" }.joined(separator: ","))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
