import LabAudio

/// Puts the recordings of a corpus under a condition; the same seed gives the same sound.
public struct NoiseMixer: Sendable {
  private let recordings: [LabelledRecording]
  private let seed: UInt64

  /// - Parameter recordings: The corpus, whose other recordings are the talkers of babble and echo.
  public init(recordings: [LabelledRecording], seed: UInt64) {
    self.recordings = recordings
    self.seed = seed
  }

  /// Returns the recording under the condition; nil for talkers where the corpus has no other speech.
  ///
  /// The ratio is that of the power of the labelled speech, pauses of the labels left out, to the power of
  /// the whole sound. Where the sum would clip, all of it is made softer. A recording without speech gets the
  /// sound at −30 dBFS.
  public func recording(at index: Int, under condition: ScoringCondition) -> LabelledRecording? {
    var result = recordings[index]
    switch condition {
    case .clean: break
    case .gain(let decibels): result.clip = result.clip.amplified(by: Decibels(Double(decibels)))
    case .noise(let sound, let ratio):
      guard let noise = clip(of: sound, at: index, condition) else { return nil }
      result.clip = Self.mix(result, with: noise, ratio: Double(ratio))
    }
    return result
  }

  private func clip(of sound: ScoringCondition.Sound, at index: Int, _ condition: ScoringCondition)
    -> AudioClip?
  {
    let count = recordings[index].clip.samples.count
    let rate = LabelledRecording.sampleRate
    let stream = "\(recordings[index].name)/\(condition)"
    let level: Decibels = -26
    switch sound {
    case .white: return Noise.white(count: count, at: rate, level: level, seed: seed, stream: stream)
    case .pink: return Noise.pink(count: count, at: rate, level: level, seed: seed, stream: stream)
    case .step: return Noise.step(count: count, at: rate, level: level, seed: seed, stream: stream)
    case .swinging: return Noise.swinging(count: count, at: rate, level: level, seed: seed, stream: stream)
    case .clicks: return Noise.clicks(count: count, at: rate, level: level, seed: seed, stream: stream)
    case .tones: return Noise.tones(count: count, at: rate, level: level, seed: seed, stream: stream)
    case .music: return Noise.music(count: count, at: rate, level: level, seed: seed, stream: stream)
    case .babble: return babble(at: index, count: count, level: level, stream: stream)
    case .cafe:
      return babble(at: index, count: count, level: level, stream: stream).map { talk in
        let room = Reverberation(decayMilliseconds: 400, directToReverberant: 3, seed: seed).applied(to: talk)
        let crockery = Noise.clicks(count: count, at: rate, level: -36, seed: seed, stream: stream)
        let air = Noise.pink(count: count, at: rate, level: -32, seed: seed, stream: stream)
        return Self.sum([room[0..<count], crockery, air])
      }
    case .echo:
      return talkers(besides: index).first.map { voice in
        let late = AudioClip.silence(count: rate.samples(inMilliseconds: 80), at: rate)
        let room = Reverberation(decayMilliseconds: 300, directToReverberant: 6, seed: seed).applied(
          to: voice)
        return Self.sum([late, room], delays: [0, late.samples.count], count: count)
      }
    }
  }

  private func babble(at index: Int, count: Int, level: Decibels, stream: String) -> AudioClip? {
    let talkers = talkers(besides: index)
    guard !talkers.isEmpty else { return nil }
    return Noise.babble(of: talkers, count: count, level: level, seed: seed, stream: stream)
  }

  /// The labelled speech of up to eleven other recordings, the next in order first.
  private func talkers(besides index: Int) -> [AudioClip] {
    let others = (1..<max(1, recordings.count)).map { recordings[(index + $0) % recordings.count] }
    return others.map { AudioClip(samples: Self.speech(of: $0), sampleRate: LabelledRecording.sampleRate) }
      .filter { $0.samples.count >= LabelledRecording.sampleRate.hertz / 2 && $0.level > -60 }
      .prefix(11).map(\.self)
  }

  private static func speech(of recording: LabelledRecording) -> [Int16] {
    recording.labels.filter(\.isSpeech).flatMap { label in
      let hertz = Double(LabelledRecording.sampleRate.hertz)
      return recording.clip[Int(label.start * hertz)..<max(Int(label.start * hertz), Int(label.end * hertz))]
        .samples
    }
  }

  private static func sum(_ clips: [AudioClip], delays: [Int]? = nil, count: Int? = nil) -> AudioClip {
    let count = count ?? clips.map(\.samples.count).max() ?? 0
    var sum = [Int](repeating: 0, count: count)
    for (number, clip) in clips.enumerated() where !clip.samples.isEmpty {
      let delay = delays?[number] ?? 0
      for index in delay..<max(delay, count) {
        sum[index] += Int(clip.samples[(index - delay) % clip.samples.count])
      }
    }
    return AudioClip(
      samples: sum.map { Int16(max(-32_768, min(32_767, $0))) }, sampleRate: LabelledRecording.sampleRate)
  }

  private static func mix(_ recording: LabelledRecording, with noise: AudioClip, ratio: Double) -> AudioClip {
    let speech = AudioClip(samples: speech(of: recording), sampleRate: recording.clip.sampleRate).level
    let wanted = speech > .silence ? speech - Decibels(ratio) : -30
    guard noise.level > .silence else { return recording.clip }
    let factor = (wanted - noise.level).amplitude
    let sum = zip(recording.clip.samples, noise.samples).map { Double($0) + factor * Double($1) }
    let limit = min(1, 32_440 / (sum.map(\.magnitude).max() ?? 1))
    return AudioClip(
      samples: sum.map { Int16(($0 * limit).rounded()) }, sampleRate: recording.clip.sampleRate)
  }
}
