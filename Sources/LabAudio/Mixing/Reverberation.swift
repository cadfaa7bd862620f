import Foundation

/// A made-up room: the sound itself, and behind it a tail of echoes that dies away exponentially.
///
/// The tail is velvet noise, single echoes of either sign at random moments, 2000 in a second: to the ear it
/// is as smooth as a dense tail, and it takes an eighth of the work at 16 kHz (Karjalainen and Järveläinen,
/// "Reverberation Modeling Using Velvet Noise", 2007). It serves to make corpora, not to model a given room.
public struct Reverberation: Sendable, Hashable {
  /// The time in which the tail falls by 60 dB, in milliseconds.
  public var decayMilliseconds: Double
  /// How much more energy the sound itself has than the tail.
  public var directToReverberant: Decibels
  public var seed: UInt64

  public init(decayMilliseconds: Double, directToReverberant: Decibels, seed: UInt64) {
    self.decayMilliseconds = decayMilliseconds
    self.directToReverberant = directToReverberant
    self.seed = seed
  }

  /// Returns the clip as heard in the room, with as many samples; a tail beyond the end is cut.
  ///
  /// The sound itself keeps its place, so that labels stay true. Time is length × decay × 2000 per second.
  public func applied(to clip: AudioClip) -> AudioClip {
    let dry = clip.samples.map(Double.init)
    var wet = dry
    for echo in echoes(at: clip.sampleRate) where echo.delay < wet.count {
      for index in echo.delay..<wet.count {
        wet[index] += echo.gain * dry[index - echo.delay]
      }
    }
    let peak = wet.reduce(0) { max($0, abs($1)) }
    let factor = min(1, 32_767 / max(peak, 1))
    return AudioClip(samples: wet.map { Int16(limiting: $0 * factor) }, sampleRate: clip.sampleRate)
  }

  /// The tail: one echo in every grid step of half a millisecond, from 1 ms on.
  func echoes(at rate: SampleRate) -> [(delay: Int, gain: Double)] {
    var generator = SoundGenerator(seed: seed, stream: "reverberation")
    let step = max(1, rate.samples(inMilliseconds: 0.5))
    let length = rate.samples(inMilliseconds: decayMilliseconds)
    let tail = stride(from: 2 * step, to: max(length, 2 * step), by: step).map { start in
      let delay = start + generator.below(step)
      let sign: Double = generator.next() & 1 == 0 ? 1 : -1
      return (delay: delay, gain: sign * pow(10, -3 * Double(delay) / Double(length)))
    }
    let energy = tail.reduce(0) { $0 + $1.gain * $1.gain }
    let scale = energy > 0 ? (-directToReverberant).amplitude / energy.squareRoot() : 0
    return tail.map { (delay: $0.delay, gain: $0.gain * scale) }
  }
}
