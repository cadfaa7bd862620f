/// Background sounds, the same for the same seed.
public enum Noise {
  /// Makes noise with equal power at every frequency, such as the hiss of a preamplifier.
  public static func white(
    count: Int, at rate: SampleRate, level: Decibels, seed: UInt64, stream: String = ""
  ) -> AudioClip {
    var generator = SoundGenerator(seed: seed, stream: "white/" + stream)
    return AudioClip(
      unscaled: (0..<count).map { _ in generator.normal() }, sampleRate: rate, level: level)
  }

  /// Makes noise with equal power in every octave, such as ventilation or distant traffic.
  ///
  /// Voss and McCartney's way: sixteen rows of random numbers are added up, and row k is drawn anew every
  /// 2^(k+1) samples, so that at 16 kHz the spectrum falls by 3 dB per octave down to below one hertz.
  public static func pink(
    count: Int, at rate: SampleRate, level: Decibels, seed: UInt64, stream: String = ""
  ) -> AudioClip {
    var generator = SoundGenerator(seed: seed, stream: "pink/" + stream)
    var rows = (0..<16).map { _ in generator.normal() }
    let samples = (0..<count).map { index in
      let row = (index + 1).trailingZeroBitCount
      if row < rows.count { rows[row] = generator.normal() }
      return rows.reduce(0, +) + generator.normal()
    }
    return AudioClip(unscaled: samples, sampleRate: rate, level: level)
  }

  /// Makes the murmur of people who all talk at once, each saying their clip over and over.
  ///
  /// Every talker starts at a random place of their clip and is brought to the same level first.
  ///
  /// - Precondition: `talkers` is not empty and all its clips have samples and one sample rate.
  public static func babble(
    of talkers: [AudioClip], count: Int, level: Decibels, seed: UInt64, stream: String = ""
  ) -> AudioClip {
    precondition(!talkers.isEmpty && talkers.allSatisfy { !$0.samples.isEmpty }, "babble needs talkers")
    let rate = talkers[0].sampleRate
    precondition(talkers.allSatisfy { $0.sampleRate == rate }, "talkers at different sample rates")
    var generator = SoundGenerator(seed: seed, stream: "babble/" + stream)
    var sum = [Double](repeating: 0, count: count)
    for talker in talkers {
      let gain = (-talker.level).amplitude
      let start = generator.below(talker.samples.count)
      for index in 0..<count where gain.isFinite {
        sum[index] += gain * Double(talker.samples[(start + index) % talker.samples.count])
      }
    }
    return AudioClip(unscaled: sum, sampleRate: rate, level: level)
  }
}

extension AudioClip {
  /// Takes samples in any unit and brings them to a level; zeros stay zeros.
  init(unscaled samples: [Double], sampleRate: SampleRate, level: Decibels) {
    let energy = samples.reduce(0) { $0 + $1 * $1 }
    let scale = energy > 0 ? level.amplitude * 32_768 / (energy / Double(samples.count)).squareRoot() : 0
    self.init(samples: samples.map { Int16(limiting: $0 * scale) }, sampleRate: sampleRate)
  }
}
