/// A piece of mono 16-bit sound: the value that audio has everywhere in the pipeline.
public struct AudioClip: Hashable, Sendable {
  /// Linear samples; 32768 would be full scale.
  public var samples: [Int16]
  public var sampleRate: SampleRate

  public init(samples: [Int16], sampleRate: SampleRate) {
    self.samples = samples
    self.sampleRate = sampleRate
  }

  /// Makes `count` zeros.
  public static func silence(count: Int, at rate: SampleRate) -> AudioClip {
    AudioClip(samples: [Int16](repeating: 0, count: count), sampleRate: rate)
  }

  /// How long the clip lasts, in nanoseconds.
  public var durationNanoseconds: Int64 { sampleRate.nanoseconds(of: samples.count) }

  /// The part between two sample positions; positions beyond the clip are brought to its ends.
  public subscript(range: Range<Int>) -> AudioClip {
    AudioClip(samples: Array(samples[range.clamped(to: 0..<samples.count)]), sampleRate: sampleRate)
  }

  /// Adds another clip behind this one.
  ///
  /// - Precondition: both have the same sample rate.
  public mutating func append(_ other: AudioClip) {
    precondition(other.sampleRate == sampleRate, "clips at different sample rates cannot be joined")
    samples += other.samples
  }

  /// Adds zeros behind the clip.
  public mutating func appendSilence(count: Int) {
    samples.append(contentsOf: repeatElement(0, count: count))
  }

  /// Returns the clip at another sample rate; the same clip if it has that rate already.
  ///
  /// The result has `count × rate ÷ sampleRate` samples, rounded, and is not delayed against the clip.
  public func resampled(to rate: SampleRate) -> AudioClip {
    guard rate != sampleRate else { return self }
    let floats = Resampler.resample(floatSamples, from: sampleRate, to: rate)
    return AudioClip(floats: floats, sampleRate: rate)
  }
}

extension AudioClip {
  /// Takes samples where 1 is full scale; what lies beyond is limited to full scale.
  init(floats: [Float], sampleRate: SampleRate) {
    self.init(samples: floats.map { Int16(limiting: $0 * 32_768) }, sampleRate: sampleRate)
  }

  /// Samples where 1 is full scale.
  var floatSamples: [Float] { samples.map { Float($0) / 32_768 } }
}

extension Int16 {
  /// Rounds to the nearest sample value and limits to what 16 bits hold.
  init(limiting value: some BinaryFloatingPoint) {
    self = Int16(Swift.min(32_767, Swift.max(-32_768, value.rounded())))
  }
}
