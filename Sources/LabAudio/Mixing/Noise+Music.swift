import Foundation

extension Noise {
  /// Makes music: one to four parts with plucked or bowed notes of a major scale on a beat, and at times a
  /// drum.
  ///
  /// No recording and no piece of anybody: enough like music that a detector which looks for pitch and
  /// movement is tempted.
  public static func music(
    count: Int, at rate: SampleRate, level: Decibels, seed: UInt64, stream: String = ""
  ) -> AudioClip {
    var generator = SoundGenerator(seed: seed, stream: "music/" + stream)
    var sum = [Double](repeating: 0, count: count)
    let beat = 0.315 + 0.185 * generator.uniform()
    let root = 180 + 80 * generator.uniform()
    for _ in 0...generator.below(4) { addPart(to: &sum, root: root, beat: beat, rate: rate, &generator) }
    if generator.below(5) < 3 { addDrum(to: &sum, beat: beat, rate: rate, &generator) }
    let hiss = pink(count: count, at: rate, level: -70, seed: seed, stream: "music/" + stream)
    for index in sum.indices { sum[index] += Double(hiss.samples[index]) / 32_768 }
    return AudioClip(unscaled: sum, sampleRate: rate, level: level)
  }

  private static let scale = [0, 2, 4, 5, 7, 9, 11, 12, 14, 16]

  private static func addPart(
    to sum: inout [Double], root: Double, beat: Double, rate: SampleRate, _ generator: inout SoundGenerator
  ) {
    let octave = [0.5, 1, 1, 2][generator.below(4)]
    let harmonics = 2 + generator.below(9)
    let decay = 0.8 + 0.6 * generator.uniform()
    let attack = 0.03 + 0.028 * generator.uniform()
    let slope = 1.25 + 0.75 * generator.uniform()
    let vibrato = 0.003 + 0.003 * generator.uniform()
    var start = 0.0
    while Int(start * Double(rate.hertz)) < sum.count {
      let length = beat * [1, 1, 2, 4][generator.below(4)]
      let pitch = root * octave * pow(2, Double(scale[generator.below(scale.count)]) / 12)
      let loudness = 0.7 + 0.3 * generator.uniform()
      let first = Int(start * Double(rate.hertz))
      let last = min(sum.count, Int((start + 1.3 * length) * Double(rate.hertz)))
      let heard = (1...harmonics).prefix { Double($0) * pitch < 0.48 * Double(rate.hertz) }
      for index in first..<last {
        let time = Double(index - first) / Double(rate.hertz)
        let phase = 2 * Double.pi * pitch * (time + vibrato * sin(2 * Double.pi * 5.5 * time) / 35)
        let tone = heard.reduce(0.0) { $0 + sin(Double($1) * phase) / pow(Double($1), slope) }
        sum[index] += loudness * tone * min(time / attack, 1) * exp(-time / decay)
      }
      start += length
    }
  }

  private static func addDrum(
    to sum: inout [Double], beat: Double, rate: SampleRate, _ generator: inout SoundGenerator
  ) {
    var start = 0.15 + 0.15 * generator.uniform()
    while Int(start * Double(rate.hertz)) < sum.count {
      let first = Int(start * Double(rate.hertz))
      let isSnare = generator.below(5) < 3
      let decay = 0.03 + 0.02 * generator.uniform()
      for index in first..<min(sum.count, first + rate.hertz * 3 / 20) {
        let time = Double(index - first) / Double(rate.hertz)
        sum[index] +=
          isSnare
          ? 0.8 * generator.normal() * exp(-time / decay)
          : 2.4 * sin(2 * Double.pi * 60 * time * (1 - time)) * exp(-time / 0.08)
      }
      start += beat * Double(1 + generator.below(2))
    }
  }
}
