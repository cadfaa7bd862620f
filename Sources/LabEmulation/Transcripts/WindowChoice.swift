/// The rule by which a window is chosen that stands for a recording.
///
/// Windows are tried from the start of the speech in steps of half a window, for a quarter of a second. One
/// is fit when its level, less its mean, is at least 12 dB above the noise (the level outside the speech) and
/// at least −54 dBFS. If none is fit, the loudest window of the whole speech is taken, unless it is constant.
struct WindowChoice {
  /// Offsets of fit windows, the earliest first. Empty when the speech is shorter than a window or constant.
  let offsets: [Int]

  init(_ utterance: KnownUtterance) {
    let samples = utterance.samples
    let speech = utterance.speech.clamped(to: 0..<samples.count)
    let last = speech.upperBound - RollingHash.window
    guard speech.lowerBound <= last else {
      offsets = []
      return
    }
    let noise = Self.noise(samples, around: speech)
    let floor = max(16 * noise, 64 * 64)
    let step = RollingHash.window / 2
    let near = min(last, speech.lowerBound + utterance.sampleRate / 4)
    let fit = stride(from: speech.lowerBound, through: near, by: step).filter {
      Self.power(samples, at: $0) >= floor
    }
    if fit.isEmpty {
      let all = stride(from: speech.lowerBound, through: last, by: step)
      let loudest = all.map { (power: Self.power(samples, at: $0), offset: $0) }
        .max { $0.power < $1.power }
      offsets = loudest.flatMap { $0.power > 0 ? [$0.offset] : nil } ?? []
    } else {
      offsets = fit
    }
  }

  /// Offsets of windows all over the speech, ten a second, each at least −54 dBFS.
  static func audible(in utterance: KnownUtterance) -> [Int] {
    let speech = utterance.speech.clamped(to: 0..<utterance.samples.count)
    return stride(
      from: speech.lowerBound, through: speech.upperBound - RollingHash.window,
      by: max(1, utterance.sampleRate / 10)
    ).filter { power(utterance.samples, at: $0) >= 64 * 64 }
  }

  /// The variance of a window: its power without a constant offset.
  private static func power(_ samples: [Int16], at offset: Int) -> Double {
    variance(samples[offset..<offset + RollingHash.window])
  }

  private static func noise(_ samples: [Int16], around speech: Range<Int>) -> Double {
    let parts = [samples[..<speech.lowerBound], samples[speech.upperBound...]].filter { !$0.isEmpty }
    let count = parts.reduce(0) { $0 + $1.count }
    guard count > 0 else { return 0 }
    return parts.reduce(0) { $0 + variance($1) * Double($1.count) } / Double(count)
  }

  private static func variance(_ samples: ArraySlice<Int16>) -> Double {
    var sum = 0
    var squares = 0
    for sample in samples {
      sum &+= Int(sample)
      squares &+= Int(sample) &* Int(sample)
    }
    let count = Double(samples.count)
    let mean = Double(sum) / count
    return max(0, Double(squares) / count - mean * mean)
  }
}
