import LabAudio

/// What a detector does with sounds that this program makes and that hold no speech.
public struct QuietFigures: Sendable, Hashable {
  /// The share of frames called speech in twenty seconds, unless told otherwise, each of steady white and
  /// pink noise, soft and loud.
  public let steadyNoiseShare: Double
  /// Seconds from a step up by 15 dB of steady noise until the last frame called speech within eight seconds;
  /// the longer of white and pink. Zero when none was.
  public let stepRecovery: Double
  /// The share of frames called speech in music, twenty seconds each of six made-up pieces.
  public let musicShare: Double

  /// - Parameter seconds: How long each sound is; the step is looked at for two fifths of it.
  init(of backend: DetectorBackend, threshold: Float, seed: UInt64, seconds: Int = 20) throws {
    func verdicts(_ clip: AudioClip) throws -> [Bool] {
      let recording = LabelledRecording(name: "quiet", clip: clip, labels: [])
      return try backend.track(of: recording).perFrame(count: clip.samples.count / 160).map {
        $0 >= threshold
      }
    }
    func share(_ clips: [AudioClip]) throws -> Double {
      let all = try clips.flatMap(verdicts)
      return all.isEmpty ? 0 : Double(all.count { $0 }) / Double(all.count)
    }
    let rate = LabelledRecording.sampleRate
    let count = seconds * rate.hertz
    steadyNoiseShare = try share(
      [-60, -30].flatMap { level in
        [
          Noise.white(count: count, at: rate, level: Decibels(level), seed: seed, stream: "quiet"),
          Noise.pink(count: count, at: rate, level: Decibels(level), seed: seed, stream: "quiet"),
        ]
      })
    let stepAt = 300
    let stepCount = (3 + seconds * 2 / 5) * rate.hertz
    stepRecovery =
      try [
        Noise.white(count: stepCount, at: rate, level: -30, seed: seed, stream: "step"),
        Noise.pink(count: stepCount, at: rate, level: -30, seed: seed, stream: "step"),
      ].map { noise in
        var clip = noise[0..<160 * stepAt].amplified(by: -15)
        clip.append(noise[160 * stepAt..<noise.samples.count])
        let last = try verdicts(clip).lastIndex(of: true) ?? 0
        return Double(max(0, last + 1 - stepAt)) / 100
      }.max() ?? 0
    musicShare = try share(
      (0..<6).map { Noise.music(count: count, at: rate, level: -24, seed: seed, stream: "quiet/\($0)") })
  }
}
