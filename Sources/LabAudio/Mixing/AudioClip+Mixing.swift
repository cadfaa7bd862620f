extension AudioClip {
  /// Adds background noise so far below the speech.
  ///
  /// The ratio is that of ``activeSpeechLevel`` to the level of the noise over its whole length, so the
  /// silence around the speech does not count. The noise starts with the clip and is repeated if it is
  /// shorter. Should the sum go beyond full scale, speech and noise are both made softer, which keeps the
  /// ratio.
  ///
  /// - Precondition: both have the same sample rate.
  public func mixed(with noise: AudioClip, atSNR ratio: Decibels) -> AudioClip {
    precondition(noise.sampleRate == sampleRate, "speech and noise have different sample rates")
    let (speechLevel, noiseLevel) = (activeSpeechLevel, noise.level)
    guard speechLevel > .silence, noiseLevel > .silence else { return self }
    let factor = (speechLevel - ratio - noiseLevel).amplitude
    return sum { index in Double(noise.samples[index % noise.samples.count]) * factor }
  }

  /// Adds the voice of the agent as the microphone hears it from the loudspeaker: late and softer.
  ///
  /// - Parameters:
  ///   - voice: what the agent says; what is left of it at the end of the clip is dropped.
  ///   - delay: samples from the start of the clip to the start of the echo, at least 0.
  ///   - level: the active speech level of the echo, in dBFS.
  /// - Precondition: both have the same sample rate.
  public func mixed(withEchoOf voice: AudioClip, delayedBy delay: Int, at level: Decibels) -> AudioClip {
    precondition(voice.sampleRate == sampleRate, "speech and echo have different sample rates")
    precondition(delay >= 0, "an echo cannot come before its sound")
    guard voice.activeSpeechLevel > .silence else { return self }
    let factor = (level - voice.activeSpeechLevel).amplitude
    return sum { index in
      voice.samples.indices.contains(index - delay) ? Double(voice.samples[index - delay]) * factor : 0
    }
  }

  /// Adds another signal, given per sample, and makes the whole softer if it would be limited.
  private func sum(_ other: (Int) -> Double) -> AudioClip {
    let mixed = samples.indices.map { Double(samples[$0]) + other($0) }
    let peak = mixed.reduce(0) { max($0, abs($1)) }
    let factor = min(1, 32_767 / max(peak, 1))
    return AudioClip(samples: mixed.map { Int16(limiting: $0 * factor) }, sampleRate: sampleRate)
  }
}
