extension AudioClip {
  /// The level of the root mean square of all samples; ``Decibels/silence`` for zeros or no samples.
  public var level: Decibels { Self.level(of: samples[...]) }

  /// The level of the sample furthest from zero; ``Decibels/silence`` for zeros or no samples.
  public var peak: Decibels {
    let peak = samples.lazy.map { Int32($0).magnitude }.max() ?? 0
    return peak == 0 ? .silence : Decibels(amplitude: Double(peak) / 32_768)
  }

  /// The level of the parts where somebody speaks, without the silence between them.
  ///
  /// It is the root mean square over the frames of 20 ms that reach both −60 dBFS and 30 dB below the
  /// loudest frame: the idea of ITU-T P.56 (speech level without the pauses) in its simplest form,
  /// not that method itself. ``Decibels/silence`` when no frame reaches −60 dBFS.
  public var activeSpeechLevel: Decibels {
    let frame = max(1, sampleRate.samples(inMilliseconds: 20))
    let frames = stride(from: 0, to: samples.count, by: frame).map { start in
      samples[start..<min(start + frame, samples.count)]
    }
    let levels = frames.map(Self.level)
    let floor = max(Decibels(-60), (levels.max() ?? .silence) - 30)
    return Self.level(of: zip(frames, levels).filter { $0.1 >= floor }.flatMap(\.0)[...])
  }

  /// Returns the clip louder or softer by `gain`; samples beyond full scale are limited to it.
  public func amplified(by gain: Decibels) -> AudioClip {
    let factor = gain.amplitude
    return AudioClip(samples: samples.map { Int16(limiting: Double($0) * factor) }, sampleRate: sampleRate)
  }

  static func level(of samples: ArraySlice<Int16>) -> Decibels {
    // Integers, so that the sum does not depend on the order in which a compiler adds.
    let energy = samples.reduce(into: UInt64(0)) { $0 += UInt64(Int64($1) * Int64($1)) }
    guard energy > 0 else { return .silence }
    return Decibels(amplitude: (Double(energy) / Double(samples.count)).squareRoot() / 32_768)
  }
}
