import Foundation

/// Sounds that change while they last, which is what detectors find hard.
extension Noise {
  /// Makes pink noise that is 15 dB softer at first and steps up, for good or for one to two and a half
  /// seconds.
  public static func step(count: Int, at rate: SampleRate, level: Decibels, seed: UInt64, stream: String = "")
    -> AudioClip
  {
    var generator = SoundGenerator(seed: seed, stream: "step/" + stream)
    let start = Int(Double(count) * (0.475 + 0.225 * generator.uniform()))
    let length = Int(Double(rate.hertz) * (1.75 + 0.75 * generator.uniform()))
    let end = generator.below(2) == 0 ? count : min(count, start + length)
    let noise = pink(count: count, at: rate, level: -20, seed: seed, stream: "step/" + stream)
    let soft = Decibels(-15).amplitude
    return AudioClip(
      unscaled: noise.samples.enumerated().map {
        Double($0.element) * ((start..<end).contains($0.offset) ? 1 : soft)
      }, sampleRate: rate, level: level)
  }

  /// Makes noise whose loudness swings up and down, from slower than a breath to as fast as syllables.
  public static func swinging(
    count: Int, at rate: SampleRate, level: Decibels, seed: UInt64, stream: String = ""
  ) -> AudioClip {
    var generator = SoundGenerator(seed: seed, stream: "swinging/" + stream)
    let hertz = 3.15 + 2.85 * generator.uniform()
    let depth = 0.725 + 0.225 * generator.uniform()
    let phase = Double.pi * generator.uniform()
    let noise = pink(count: count, at: rate, level: -20, seed: seed, stream: "swinging/" + stream)
    return AudioClip(
      unscaled: noise.samples.enumerated().map { index, sample in
        let time = Double(index) / Double(rate.hertz)
        return Double(sample) * (1 + depth * sin(2 * Double.pi * hertz * time + phase))
      }, sampleRate: rate, level: level)
  }

  /// Makes short hits at random times over faint noise: keys, crockery, doors.
  public static func clicks(
    count: Int, at rate: SampleRate, level: Decibels, seed: UInt64, stream: String = ""
  ) -> AudioClip {
    var generator = SoundGenerator(seed: seed, stream: "clicks/" + stream)
    var sum = pink(count: count, at: rate, level: -50, seed: seed, stream: "clicks/" + stream).samples
      .map { Double($0) / 32_768 }
    let perSecond = 5.5 + 3.5 * generator.uniform()
    for _ in 0..<Int(Double(count) / Double(rate.hertz) * perSecond) where count > 1 {
      let start = generator.below(count)
      let length = min(count - start, rate.hertz / 400 + generator.below(rate.hertz / 20))
      let decay = Double(rate.hertz) / 1_600 * (1 + Double(generator.below(20)))
      let colour = 0.85 * generator.uniform()
      let loudness = 1.1 + 0.8 * generator.uniform()
      var previous = 0.0
      for index in 0..<length {
        previous = generator.normal() * exp(-Double(index) / decay) + colour * previous
        sum[start + index] += loudness * previous
      }
    }
    return AudioClip(unscaled: sum, sampleRate: rate, level: level)
  }

  /// Makes held tones, one to three at once, that come and go over faint noise: appliances, alarms, dial
  /// tones.
  public static func tones(
    count: Int, at rate: SampleRate, level: Decibels, seed: UInt64, stream: String = ""
  ) -> AudioClip {
    var generator = SoundGenerator(seed: seed, stream: "tones/" + stream)
    var sum = pink(count: count, at: rate, level: -40, seed: seed, stream: "tones/" + stream).samples
      .map { Double($0) / 32_768 }
    var start = 0
    while start < count {
      let length = min(count - start, Int(Double(rate.hertz) * (0.8 + 0.7 * generator.uniform())))
      let frequencies = (0...generator.below(3)).map { _ in 2_100 + 1_900 * generator.uniform() }
      if generator.below(3) > 0 {
        for index in 0..<length {
          let time = Double(index) / Double(rate.hertz)
          for frequency in frequencies { sum[start + index] += sin(2 * Double.pi * frequency * time) }
        }
      }
      start += max(1, length)
    }
    return AudioClip(unscaled: sum, sampleRate: rate, level: level)
  }
}
